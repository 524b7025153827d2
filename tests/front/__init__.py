"""A package, so that the small games that its fixtures put on offer go with its last test."""
