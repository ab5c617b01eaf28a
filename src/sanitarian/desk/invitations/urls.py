"""Addresses of the invitations."""

from django.urls import path

from sanitarian.desk.invitations import views

urlpatterns = [
    path("", views.invitations, name="invitations"),
    path("new/", views.invitation_new, name="invitation-new"),
    path("request/<int:request_id>/", views.account_request, name="account-request"),
]
