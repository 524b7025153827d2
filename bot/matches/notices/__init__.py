"""What people are told besides the boards: where calls go, what waits, and who is reminded."""
