"""Addresses of permits and of issued papers."""

from django.urls import path

from sanitarian.desk.permits import views

urlpatterns = [
    path("permits/<int:permit_id>/", views.permit_page, name="permit"),
    path("permits/<int:permit_id>/renew/", views.renew, name="permit-renew"),
    path("permits/<int:permit_id>/conditions/<int:condition_id>/", views.condition_met, name="condition-met"),
    path("permits/<int:permit_id>/<slug:change>/", views.change_permit, name="permit-change"),
    path("papers/<int:letter_id>/", views.letter_pdf, name="letter"),
]
