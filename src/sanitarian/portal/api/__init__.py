"""The law for programs: the same questions and answers in JSON, for anyone, read only."""
