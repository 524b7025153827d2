"""Pictures of Urchins."""

from renderers.urchins.scenes import ICONS, samples, scene, spots, stages

__all__ = ["ICONS", "samples", "scene", "spots", "stages"]
