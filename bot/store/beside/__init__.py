"""What is written beside the events of a match, with them or by itself."""
