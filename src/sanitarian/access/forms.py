"""Forms about signing in: codes of the second step, invitations, and asking for an account."""

from typing import Any

from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from sanitarian.access import lockout
from sanitarian.access.acts.requests import ROLES_TO_ASK_FOR
from sanitarian.access.adapter import AccountAdapter, warn_if_attacked
from sanitarian.parties.models import User

_DIGITS = {"autocomplete": "one-time-code", "inputmode": "numeric", "class": "s-code"}


class _CountedCode(forms.Form):
    """A code of the second step: wrong ones count against the place they come from."""

    user: User

    def clean_code(self) -> str:
        request = context.request
        if lockout.is_kept_out(lockout.CODE, request, self.user.email):
            raise ValidationError(AccountAdapter.error_messages["too_many_login_attempts"])
        self.cleaned_data["code"] = self.cleaned_data["code"].replace(" ", "")
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except ValidationError:
            lockout.note(lockout.CODE, request, self.user.email)
            lockout.note_strangers_code(request, self.user)
            warn_if_attacked(self.user)
            raise
        lockout.clear(lockout.CODE, request, self.user.email)
        return code


class CodeForm(_CountedCode, AuthenticateForm):
    """The second step at sign-in."""

    code = forms.CharField(
        label="Code", help_text="Six digits from your app, or one of your recovery codes",
        widget=forms.TextInput({**_DIGITS, "autofocus": True}),
    )  # fmt: skip


class ConfirmCodeForm(_CountedCode, ReauthenticateForm):
    """The second step once more, before something weighty."""

    code = forms.CharField(
        label="Code", help_text="Six digits from your app, or one of your recovery codes",
        widget=forms.TextInput(_DIGITS),
    )  # fmt: skip


class SetUpAppForm(ActivateTOTPForm):
    """The first code that a newly set up app shows. There is nothing to guess: the secret stands on the page."""

    code = forms.CharField(label="Code", help_text="Six digits that the app shows now", widget=forms.TextInput(_DIGITS))

    def clean_code(self) -> str:
        self.cleaned_data["code"] = self.cleaned_data["code"].replace(" ", "")
        return str(super().clean_code())


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey, and whether it may stand for the passphrase as well."""

    name = forms.CharField(label="Name", required=False, help_text="So that you can tell your passkeys apart")
    passwordless = forms.BooleanField(
        label="Sign in with this passkey alone", required=False, initial=True,
        help_text="Your device then asks for a fingerprint, your face or its PIN.",
    )  # fmt: skip


class RenamePasskeyForm(EditWebAuthnForm):
    """Another name for a passkey."""

    name = forms.CharField(label="Name", max_length=100)


class PassphraseForm(forms.Form):
    """The passphrase of a new account, once: it can be shown while it is typed."""

    passphrase = forms.CharField(
        label="Passphrase", strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        help_text="15 characters or more: four or five words that do not belong together do well. Spaces count.",
    )  # fmt: skip
    again = forms.CharField(
        label="Passphrase again", strip=False, widget=forms.PasswordInput({"autocomplete": "new-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        passphrase = cleaned.get("passphrase")
        if not passphrase:
            return cleaned
        try:
            validate_password(passphrase, self.user)
        except ValidationError as fault:
            self.add_error("passphrase", fault)
        if "again" in cleaned and cleaned["again"] != passphrase:
            self.add_error("again", "The two passphrases differ. Type both again.")
        return cleaned


class AskForm(forms.Form):
    """Who asks for an account, and as what."""

    name = forms.CharField(label="Your name", max_length=120, widget=forms.TextInput({"autocomplete": "name"}))
    firm = forms.CharField(
        label="Firm or municipality",
        max_length=200,
        required=False,
        widget=forms.TextInput({"autocomplete": "organization"}),
    )
    email = forms.EmailField(label="E-mail", max_length=254, widget=forms.EmailInput({"autocomplete": "email"}))
    role = forms.ChoiceField(
        label="What you are",
        choices=[("", "Choose"), *((role.value, role.label) for role in ROLES_TO_ASK_FOR)],
    )
    note = forms.CharField(
        label="What the department should know", max_length=500, required=False, widget=forms.Textarea({"rows": 3}),
        help_text="Such as the number of your certificate, or the property that you own",
    )  # fmt: skip
