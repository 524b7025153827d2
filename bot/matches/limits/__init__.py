"""How much one person, and one server, may have or ask for at a time."""
