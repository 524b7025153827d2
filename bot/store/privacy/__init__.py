"""What is about people and servers, handed out and deleted."""
