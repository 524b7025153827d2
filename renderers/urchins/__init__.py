"""Pictures of Urchins."""

from renderers.urchins.scenes import samples, scene, spots, stages

__all__ = ["samples", "scene", "spots", "stages"]
