"""Pictures of Bump."""

from renderers.bump.scenes import looks, samples, scene, spots, steps

__all__ = ["looks", "samples", "scene", "spots", "steps"]
