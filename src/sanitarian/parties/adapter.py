"""How allauth treats our users: accounts are made by the department, never by a visitor."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class StaffAccountAdapter(DefaultAccountAdapter):
    """Sign-up is closed; an administrator makes accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
