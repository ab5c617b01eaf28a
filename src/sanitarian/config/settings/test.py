"""Settings for tests: a SQLite file (in memory, threads lock tables) or the PostgreSQL that the environment names."""

import tempfile
from pathlib import Path

from sanitarian.config.settings.base import *  # noqa: F403
from sanitarian.config.settings.base import DATABASES

_SCRATCH = Path(tempfile.mkdtemp(prefix="sanitarian-test-"))
SECRET_KEY = "test-only"  # noqa: S105
ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
MEDIA_ROOT = _SCRATCH / "media"
SANITARIAN_STYLEGUIDE = True
SANITARIAN_STAFF_MFA = False  # the tests about it switch it on
WHITENOISE_AUTOREFRESH = True
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["NAME"] = str(_SCRATCH / "db.sqlite3")
    DATABASES["default"]["TEST"] = {"NAME": str(_SCRATCH / "test.sqlite3")}
