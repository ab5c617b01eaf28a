"""Haulers: their firm's standing, pump-outs one by one and by file. Staff log for any firm on the same pages."""
