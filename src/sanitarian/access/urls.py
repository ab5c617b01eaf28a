"""Addresses about accounts: the pages of allauth that we offer, by their own names, and ours. No other is routed."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from allauth.usersessions import views as sessions
from django.urls import path, re_path

from sanitarian.access import views

urlpatterns = [
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("confirm-email/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", account.confirm_email, name="account_confirm_email"),
    path("password/change/", account.password_change, name="account_change_password"),
    path("password/set/", account.password_set, name="account_set_password"),
    path("password/reset/", account.password_reset, name="account_reset_password"),
    path("password/reset/done/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("password/reset/key/done/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    path("sessions/", sessions.list_usersessions, name="usersessions_list"),
    # the second step
    path("2fa/", mfa.index, name="mfa_index"),
    path("2fa/authenticate/", mfa.authenticate, name="mfa_authenticate"),
    path("2fa/reauthenticate/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("2fa/totp/activate/", totp.activate_totp, name="mfa_activate_totp"),
    path("2fa/totp/deactivate/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("2fa/recovery-codes/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("2fa/recovery-codes/generate/", recovery.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("2fa/recovery-codes/download/", recovery.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("2fa/webauthn/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("2fa/webauthn/add/", passkeys.add_webauthn, name="mfa_add_webauthn"),
    path("2fa/webauthn/login/", passkeys.login_webauthn, name="mfa_login_webauthn"),
    path("2fa/webauthn/reauthenticate/", passkeys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("2fa/webauthn/keys/<int:pk>/remove/", passkeys.remove_webauthn, name="mfa_remove_webauthn"),
    path("2fa/webauthn/keys/<int:pk>/edit/", passkeys.edit_webauthn, name="mfa_edit_webauthn"),
    # invitations, and asking for one
    path("invitation/<str:token>/", views.invitation, name="account_invitation"),
    path("ask/", views.ask, name="account_ask"),
    path("ask/sent/", views.asked, name="account_asked"),
]
