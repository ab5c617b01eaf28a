"""The code as pages: its provisions in plain words, the readings beside them, and every rule as a form."""
