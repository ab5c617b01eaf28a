"""Settings shared by every way of running: the embedded default (SQLite), production (PostgreSQL) and tests."""

import os
import secrets
from pathlib import Path

from sanitarian.config.settings.database import database_from_url
from sanitarian.config.settings.mail import mail_address, mail_from_url

PROJECT_DIR = Path(__file__).resolve().parents[4]
VAR_DIR = Path(os.environ.get("SANITARIAN_VAR", PROJECT_DIR / "var"))


def _flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "")
    return value.lower() in {"1", "true", "yes", "on"} if value else default


def _secret_key() -> str:
    """The key from the environment, or one made at the first start and kept beside the data."""
    if key := os.environ.get("SANITARIAN_SECRET_KEY"):
        return key
    path = VAR_DIR / "secret.key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:  # another process made it in this moment
            return path.read_text().strip()
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        return path.read_text().strip()


SECRET_KEY = _secret_key()
DEBUG = _flag("SANITARIAN_DEBUG")
ALLOWED_HOSTS = os.environ.get("SANITARIAN_HOSTS", "127.0.0.1,localhost,[::1]").split(",")
SANITARIAN_DEMO = _flag("SANITARIAN_DEMO")
SANITARIAN_BASE_URL = os.environ.get("SANITARIAN_BASE_URL", "http://127.0.0.1:8000").rstrip("/")
SANITARIAN_STYLEGUIDE = DEBUG
# Behind a proxy: the header in which it passes the client's address on, or all visitors share one limit.
SANITARIAN_CLIENT_ADDRESS_HEADER = os.environ.get("SANITARIAN_CLIENT_ADDRESS_HEADER", "")
SANITARIAN_FONTS = os.environ.get("SANITARIAN_FONTS", "")

INSTALLED_APPS = [
    "sanitarian.core",
    "sanitarian.parties",
    "sanitarian.county",
    "sanitarian.letters",
    "sanitarian.access",
    "sanitarian.permits",
    "sanitarian.trades",
    "sanitarian.wastewater",
    "sanitarian.desk",
    "sanitarian.portal",
    "sanitarian.demo",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "sanitarian.core.middleware.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "sanitarian.parties.middleware.acting_person",
    "sanitarian.access.middleware.SignedIn",
    "sanitarian.core.access.PageAccess",
]

ROOT_URLCONF = "sanitarian.config.urls"
WSGI_APPLICATION = "sanitarian.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "sanitarian.core.context.site",
            ],
        },
    },
]
FORM_RENDERER = "sanitarian.core.forms.renderer.USWDSRenderer"

DATABASES = {
    "default": database_from_url(
        os.environ.get("SANITARIAN_DATABASE_URL", f"sqlite:///{VAR_DIR / 'sanitarian.sqlite3'}")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "parties.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 15}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "sanitarian.access.passphrases.ExpectedWordsValidator"},
]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_ADAPTER = "sanitarian.access.adapter.AccountAdapter"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = False  # the department's computers are shared
ACCOUNT_FORMS = {
    "login": "sanitarian.access.passphrase_forms.SignInForm",
    "reset_password": "sanitarian.access.passphrase_forms.ForgottenForm",
    "reset_password_from_key": "sanitarian.access.passphrase_forms.NewPassphraseForm",
    "change_password": "sanitarian.access.passphrase_forms.ChangeForm",
    "set_password": "sanitarian.access.passphrase_forms.FirstPassphraseForm",
    "reauthenticate": "sanitarian.access.passphrase_forms.ConfirmForm",
}
# allauth counts by account or by address alone: with the first, whoever knows an address could keep its owner out, with
# the second, a neighbour behind the same address. Failed tries are counted by sanitarian.access.lockout (decision 11).
ACCOUNT_RATE_LIMITS = {
    "login": None, "login_failed": None, "reset_password": None, "reset_password_from_key": None,
    "change_password": None, "reauthenticate": None, "confirm_email": "20/m/ip",
}  # fmt: skip
MFA_RATE_LIMITS = {"webauthn_login": None}
MFA_ADAPTER = "sanitarian.access.adapter.MFAAdapter"
MFA_FORMS = {
    "authenticate": "sanitarian.access.forms.CodeForm",
    "reauthenticate": "sanitarian.access.forms.ConfirmCodeForm",
    "activate_totp": "sanitarian.access.forms.SetUpAppForm",
    "add_webauthn": "sanitarian.access.forms.AddPasskeyForm",
    "edit_webauthn": "sanitarian.access.forms.RenamePasskeyForm",
}
MFA_TOTP_TOLERANCE = 1  # clocks and slow typing: the codes before and after are good too
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = SANITARIAN_BASE_URL.startswith("http://")
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
LOGIN_REDIRECT_URL = "/start/"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "/"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SANITARIAN_SESSION_HOURS = float(os.environ.get("SANITARIAN_SESSION_HOURS", "12"))
SANITARIAN_STAFF_IDLE_MINUTES = float(os.environ.get("SANITARIAN_STAFF_IDLE_MINUTES", "60"))
SANITARIAN_STAFF_MFA = _flag("SANITARIAN_STAFF_MFA", not SANITARIAN_DEMO)
SESSION_COOKIE_AGE = int(SANITARIAN_SESSION_HOURS * 60 * 60)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SANITARIAN_BASE_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [SANITARIAN_BASE_URL] if SANITARIAN_BASE_URL.startswith("https://") else []
SECURE_HSTS_SECONDS = 31_536_000 if SESSION_COOKIE_SECURE else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LANGUAGE_CODE = "en-us"
TIME_ZONE = "America/New_York"
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
MEDIA_ROOT = Path(os.environ.get("SANITARIAN_MEDIA", VAR_DIR / "media"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

EMAIL_FILE_PATH = str((VAR_DIR / "mail").absolute())  # without a mail server, messages are written here
globals().update(mail_from_url(os.environ.get("SANITARIAN_EMAIL_URL", Path(EMAIL_FILE_PATH).as_uri())))
DEFAULT_FROM_EMAIL = mail_address("SANITARIAN_FROM_EMAIL", "sanitarian@localhost")
# Where mail servers return messages to; each message adds its own token (bounce+TOKEN@…). Blank: to the sender.
SANITARIAN_BOUNCE_ADDRESS = mail_address("SANITARIAN_BOUNCE_ADDRESS", "", bare=True)

# In the database, so that limits hold across all processes.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "django_cache"}}

# Policies of the department that the code leaves to it; each is named in docs/operating.md.
SANITARIAN_CORRECTION_BUSINESS_DAYS = int(os.environ.get("SANITARIAN_CORRECTION_BUSINESS_DAYS", "10"))
SANITARIAN_COMPLAINT_BUSINESS_DAYS = int(os.environ.get("SANITARIAN_COMPLAINT_BUSINESS_DAYS", "3"))
SANITARIAN_BATCH_SINGLE_REVIEW_SHARE = float(os.environ.get("SANITARIAN_BATCH_SINGLE_REVIEW_SHARE", "0.05"))
# A list of all that is due is a list of whom to solicit: inspectors see it only where the department says so.
SANITARIAN_INSPECTORS_SEE_DUE = _flag("SANITARIAN_INSPECTORS_SEE_DUE")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
