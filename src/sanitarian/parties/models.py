"""People and firms, the people who sign in, and the roles granted to them from one day to another."""

from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q

from sanitarian.core.actors import ROLE_CHOICES, Actor, Held, Role
from sanitarian.core.dates import today
from sanitarian.core.models import Versioned


class UserManager(BaseUserManager["User"]):
    """Makes users; an e-mail address is one address however it is written."""

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":
        """Make an account. Who makes it vouches for the address: an administrator, or the invitation mailed to it."""
        from allauth.account.models import EmailAddress

        user = self.model(email=self.normalize_email(email).lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """Somebody who signs in. What a user may do comes from dated grants alone."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120)
    title = models.CharField(max_length=120, blank=True, help_text="as printed below a signature")
    phone = models.CharField(max_length=40, blank=True)
    is_active = models.BooleanField(default=True)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]
    is_staff = False  # there is no Django admin: every change is an act

    class Meta:
        verbose_name = "user"

    def __str__(self) -> str:
        return self.name or self.email

    def held_on(self, day: date) -> tuple[Held, ...]:
        """The roles held on a day, each with the party and the area that it is held for."""
        grants = self.grants.filter(starts__lte=day).filter(Q(ends__isnull=True) | Q(ends__gte=day))
        rows = grants.order_by("pk").values_list("role", "party", "area")
        return tuple(Held(Role(role), party, area) for role, party, area in rows)

    def actor(self) -> Actor:
        """This user as the one who acts today."""
        held = self.held_on(today()) if self.is_active else ()
        roles = frozenset(item.role for item in held)
        return Actor(ref=f"user:{self.pk}", roles=roles, user_id=self.pk, name=self.name, held=held)

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        return False

    def has_module_perms(self, app_label: str) -> bool:
        return False


class Party(Versioned):
    """A person or firm that owns, applies, holds or works: never a login."""

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        FIRM = "firm", "Firm"
        UNKNOWN = "unknown", "Not known"

    kind = models.CharField(max_length=10, choices=Kind, default=Kind.UNKNOWN)
    name = models.CharField(max_length=200)
    mail_line1 = models.CharField(max_length=200, blank=True)
    mail_line2 = models.CharField(max_length=200, blank=True)
    mail_city = models.CharField(max_length=100, blank=True)
    mail_state = models.CharField(max_length=40, blank=True)
    mail_zip = models.CharField(max_length=20, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    match_key = models.CharField(
        max_length=64, null=True, unique=True, help_text="fingerprint of exact name and mailing address, from the roll"
    )
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.PROTECT, related_name="party")

    class Meta:
        verbose_name = "party"
        verbose_name_plural = "parties"
        indexes = [models.Index(fields=["name", "id"], name="parties_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def address_lines(self) -> list[str]:
        """The mailing address as it stands on an envelope, blank lines left out."""
        town = " ".join(part for part in (self.mail_city, self.mail_state, self.mail_zip) if part)
        return [line for line in (self.mail_line1, self.mail_line2, town) if line]


class RoleGrant(models.Model):
    """A role held by a user from one day through another (both included), an outside one mostly for a party."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="grants")
    role = models.CharField(max_length=20, choices=ROLE_CHOICES)
    party = models.ForeignKey(
        Party, null=True, blank=True, on_delete=models.PROTECT, related_name="grants",
        help_text="for whom: the inspector's own person, a hauler's firm, an owner",
    )  # fmt: skip
    area = models.CharField(max_length=40, blank=True, help_text="a SWIS code, or a watershed's name")
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)

    class Meta:
        verbose_name = "role grant"
        constraints = [
            models.CheckConstraint(condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="grant_ends_after"),
            models.UniqueConstraint(fields=["user", "role", "party", "area", "starts"], name="one_grant_a_day"),
            models.UniqueConstraint(
                fields=["user", "role", "area", "starts"], condition=Q(party__isnull=True), name="one_own_grant_a_day"
            ),
        ]
        indexes = [models.Index(fields=["party", "role"], name="grants_of_party")]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Representation(models.Model):
    """One party acts for another, from one day through another (an authorised agent, I.7.A)."""

    principal = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="agents")
    agent = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="principals")
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)
    evidence = models.CharField(max_length=200, help_text="the paper it rests on")

    class Meta:
        verbose_name = "representation"
        constraints = [
            models.CheckConstraint(condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="agent_ends_after"),
            models.CheckConstraint(condition=~Q(principal=F("agent")), name="nobody_is_their_own_agent"),
        ]

    def __str__(self) -> str:
        return f"{self.agent} for {self.principal}"
