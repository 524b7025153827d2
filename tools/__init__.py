"""What is done with the checkout besides testing it."""
