"""Pictures of Urchins."""

from renderers.urchins.scenes import looks, samples, scene, spots, steps

__all__ = ["looks", "samples", "scene", "spots", "steps"]
