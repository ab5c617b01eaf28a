"""Sanitarian: the system with which a county health department runs its sanitary code."""
