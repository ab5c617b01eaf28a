"""Forms in the house style: how they are rendered, and the fields that every room uses."""
