"""Pictures of Urchins."""

from renderers.urchins.scenes import samples, scene, spots, steps

__all__ = ["samples", "scene", "spots", "steps"]
