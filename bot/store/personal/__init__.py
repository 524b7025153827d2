"""What is kept about single people, in the same SQLite file."""
