"""allauth's forms about passphrases, in our words and with our limits."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField, SetPasswordField
from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
)
from allauth.core import context
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from sanitarian.access import lockout
from sanitarian.parties.models import User

_GOOD_ONE = "15 characters or more: four or five words that do not belong together do well. Spaces count."


def _plain(form: Any, *labels: str) -> None:
    """Label the fields in their order; take out placeholders, which vanish when typing begins."""
    for field, label in zip(form.fields.values(), labels, strict=True):
        field.label = label
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
        if isinstance(field, SetPasswordField):
            field.help_text = _GOOD_ONE
        elif isinstance(field, PasswordField):
            field.help_text = ""


class SignInForm(LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self, "E-mail", "Passphrase")


class ConfirmForm(ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self, "Passphrase")


class ChangeForm(ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self, "Passphrase now", "New passphrase", "New passphrase again")

    def clean_oldpassword(self) -> str:
        """Whoever found an open session guesses the passphrase here no more often than at sign-in."""
        user: Any = self.user
        if lockout.is_kept_out(lockout.PASSPHRASE, context.request, user.email):
            raise get_adapter().validation_error("too_many_login_attempts")
        try:
            return str(super().clean_oldpassword())
        except ValidationError:
            lockout.note(lockout.PASSPHRASE, context.request, user.email)
            raise


class FirstPassphraseForm(SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self, "Passphrase", "Passphrase again")


class NewPassphraseForm(ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self, "New passphrase", "New passphrase again")


class ForgottenForm(ResetPasswordForm):
    """Asks for a link. For an address without an open account the same is done, but nothing is kept of it."""

    users: list[User]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self, "E-mail")

    def clean_email(self) -> str:
        email = str(super().clean_email())
        if lockout.is_kept_out(lockout.RESET, context.request, email):
            raise get_adapter().validation_error("rate_limited")
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        lockout.note(lockout.RESET, request, self.cleaned_data["email"])
        if self.users:
            return str(super().save(request, **kwargs))
        with transaction.atomic():
            email = self.cleaned_data["email"]
            closed = User.objects.filter(email=email).first()
            self.users = [closed or User.objects.create_user(email, name="Nobody")]
            super().save(request, **kwargs)
            transaction.set_rollback(True)
        return str(self.cleaned_data["email"])
