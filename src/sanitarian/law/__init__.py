"""The law: the sanitary code as pure functions. Facts go in, a ruling comes out; no database, no clock, no Django."""
