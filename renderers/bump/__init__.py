"""Pictures of Bump."""

from renderers.bump.scenes import ICONS, samples, scene, spots, stages

__all__ = ["ICONS", "samples", "scene", "spots", "stages"]
