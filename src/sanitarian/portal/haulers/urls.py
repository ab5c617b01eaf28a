"""Addresses of haulers."""

from django.urls import path

from sanitarian.portal.haulers import files, views

urlpatterns = [
    path("", views.pump_outs, name="pump-outs"),
    path("new/", views.pump_out_new, name="pump-out-new"),
    path("<int:pump_out_id>/", views.pump_out, name="pump-out"),
    path("<int:pump_out_id>/correct/", views.pump_out_correct, name="pump-out-correct"),
    path("<int:pump_out_id>/withdraw/", views.pump_out_withdraw, name="pump-out-withdraw"),
    path("files/", files.pump_out_files, name="pump-out-files"),
    path("files/template.<slug:kind>", files.template, name="pump-out-template"),
    path("files/<int:file_id>/", files.pump_out_file, name="pump-out-file"),
    path("files/<int:file_id>/rejected.csv", files.rejected, name="pump-out-rejects"),
]
