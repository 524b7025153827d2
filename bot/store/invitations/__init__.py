"""What is kept about invitations."""
