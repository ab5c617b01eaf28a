"""Addresses of pump-outs at the desk."""

from django.urls import path

from sanitarian.desk.pump_outs import places, suspicions, views

urlpatterns = [
    path("", views.pump_outs, name="pump-outs"),
    path("loads/", views.loads, name="loads"),
    path("alike/", suspicions.suspicions, name="suspicions"),
    path("alike/<int:suspicion_id>/", suspicions.suspicion, name="suspicion"),
    path("places/", places.disposal_places, name="disposal-places"),
    path("places/<int:place_id>/", places.disposal_place, name="disposal-place"),
    path("<int:pump_out_id>/", views.pump_out, name="pump-out"),
    path("<int:pump_out_id>/match/", views.match, name="pump-out-match"),
]
