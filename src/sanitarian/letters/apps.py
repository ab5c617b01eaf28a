from django.apps import AppConfig


class LettersConfig(AppConfig):
    name = "sanitarian.letters"

    def ready(self) -> None:
        from sanitarian.letters.contexts import DischargePermitContext, ReportReturnedContext
        from sanitarian.letters.kinds import register
        from sanitarian.letters.mail.kinds import register_message

        register("discharge_permit", DischargePermitContext, "discharge_permit.typ", "Permit to discharge")
        register("report_returned", ReportReturnedContext, "report_returned.typ", "Inspection report returned")
        register_message("report_returned", "Inspection report returned", ReportReturnedContext, "report_returned.txt")
        register_message("account", "About an account", about_account=True)
