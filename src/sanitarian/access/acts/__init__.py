"""Acts about accounts: invitations, requests for an account, second factors."""
