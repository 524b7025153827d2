"""Pictures of Bump."""

from renderers.bump.scenes import samples, scene, spots, stages

__all__ = ["samples", "scene", "spots", "stages"]
