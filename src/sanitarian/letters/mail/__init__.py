"""E-mail: every message is a frozen letter with its delivery status."""
