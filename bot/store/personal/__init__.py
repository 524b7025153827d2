"""What is kept about single people."""
