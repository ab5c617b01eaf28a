"""What may be done about systems, rounds, reports and permits of Article V."""
