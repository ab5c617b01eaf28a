"""Renders every Django form with the U.S. Web Design System; set by ``FORM_RENDERER``, so forms need do nothing."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting
from django.forms.widgets import Input

# The class that the design system wants on the control itself; the first match counts.
_CONTROL_CLASSES: tuple[tuple[type[forms.Widget], str], ...] = (
    (forms.CheckboxSelectMultiple, "usa-checkbox__input"),
    (forms.RadioSelect, "usa-radio__input"),
    (forms.CheckboxInput, "usa-checkbox__input"),
    (forms.Select, "usa-select"),
    (forms.Textarea, "usa-textarea"),
    (forms.FileInput, "usa-file-input"),
    (Input, "usa-input"),
    (forms.MultiWidget, "usa-input"),
)
# Widgets whose control lets assistive technology be told that an answer is required.
_CAN_SAY_REQUIRED = (forms.TextInput, forms.Textarea, forms.Select)

_TEMPLATES = {
    "django/forms/widgets/radio.html": "core/forms/widgets/choices.html",
    "django/forms/widgets/checkbox_select.html": "core/forms/widgets/choices.html",
    "django/forms/errors/list/default.html": "core/forms/errors.html",
}


class USWDSBoundField(BoundField):
    """A field that knows which of the design system's patterns it follows."""

    @property
    def pattern(self) -> str:
        """``checkbox`` (the label follows the box), ``group`` (a fieldset of choices) or ``control``."""
        widget = self.field.widget
        if isinstance(widget, (forms.RadioSelect, forms.CheckboxSelectMultiple)):
            return "group"
        return "checkbox" if isinstance(widget, forms.CheckboxInput) else "control"

    @property
    def target_id(self) -> str:
        """The id that a link in the error summary leads to: the first control of the field."""
        return f"{self.auto_id}_0" if self.pattern == "group" else self.id_for_label or self.auto_id

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        """Add the design system's classes; say "required" without the browser's own bubbles.

        The browser would stop at the first empty field with a bubble that goes away; our pages list every error at
        the top and tie each to its field.
        """
        widget = widget or self.field.widget
        attrs = super().build_widget_attrs(attrs, widget)
        if attrs.pop("required", False) and isinstance(widget, _CAN_SAY_REQUIRED):
            attrs["aria-required"] = "true"
        if not widget.is_hidden:
            attrs["class"] = " ".join(filter(None, (self._control_class(widget), widget.attrs.get("class", ""))))
        return attrs

    def _control_class(self, widget: forms.Widget) -> str:
        name = next((name for kind, name in _CONTROL_CLASSES if isinstance(widget, kind)), "")
        return f"{name} {name}--error" if self.errors and name in {"usa-input", "usa-textarea", "usa-select"} else name


class USWDSRenderer(TemplatesSetting):
    """Forms, fields and the widgets whose markup differs, from ``core/templates/core/forms``."""

    bound_field_class = USWDSBoundField
    form_template_name = "core/forms/form.html"
    field_template_name = "core/forms/field.html"
    formset_template_name = "core/forms/formset.html"

    def get_template(self, template_name: str) -> Any:
        return super().get_template(_TEMPLATES.get(template_name, template_name))
