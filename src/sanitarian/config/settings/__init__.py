"""Settings of Sanitarian. Everything a county sets is an environment variable (`docs/operating.md`)."""

from sanitarian.config.settings.base import *  # noqa: F403
