"""Pictures of Bump."""

from renderers.bump.scenes import samples, scene, spots, steps

__all__ = ["samples", "scene", "spots", "steps"]
