"""What is known of people and servers: handed out to those it is about, and deleted."""
