"""Addresses of review and decision."""

from django.urls import path

from sanitarian.desk.review import batch, views, waiting

urlpatterns = [
    path("", views.review, name="review"),
    path("batch/", batch.review_batch, name="review-batch"),
    path("batch/done/", batch.review_batch_done, name="review-batch-done"),
    path("<int:report_id>/", views.review_report, name="review-report"),
    path("<int:report_id>/waiting/", waiting.review_waiting, name="review-waiting"),
]
