"""What every test shares."""

from hypothesis import HealthCheck, settings

# No test may fail because a machine is slow: no deadline, and no check of how long examples take
# to make. What a test searches is chosen by its own words and is the same in every run, so that a
# red run is red again; a failure prints the line that repeats it.
settings.register_profile(
    "bumpbot",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("bumpbot")

pytest_plugins = ["tests.postgres"]
