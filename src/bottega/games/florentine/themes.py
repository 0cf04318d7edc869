"""The colours of Florentine Dominoes in three themes.

Enamel, R B G O, is jewel-dark, and no two of its colours are alike to any eye: simulated protanopia, deuteranopia and
tritanopia leave at least 17 between them in each theme (CIEDE2000), most of it in lightness.
"""

from collections.abc import Mapping

from bottega.svg import Theme

_GOLD = {"gold": "#c99a3c", "gilt": "#f3d995", "bronze": "#6d4a14", "rim": "#ffe08a"}

THEMES: Mapping[str, Theme] = {
    "warm": Theme(
        name="warm",
        table="#ebe0cb",
        ink="#35261a",
        quiet="#8a7458",
        mark="#fffaf0",
        good="#9fe3bd",
        bad="#ff8d6b",
        colours={
            "R": "#860a20",
            "B": "#182e7c",
            "G": "#0d7b5c",
            "O": "#cb942f",
            "jade": "#8fd0a0",
            "amber": "#f0952a",
            "ruby": "#d8264f",
            "lapis": "#2b48b5",
            **_GOLD,
            "edge": "#1c120b",
            "onyx": "#17131a",
            "velvet": "#33222a",
            "shade": "#1d1217",
            "wood": "#6b4429",
            "joint": "#432817",
        },
    ),
    "dark": Theme(
        name="dark",
        table="#15120f",
        ink="#eadfc8",
        quiet="#94866e",
        mark="#fff6e0",
        good="#86d3a8",
        bad="#ff7f5c",
        colours={
            "R": "#780719",
            "B": "#15266a",
            "G": "#0a6e54",
            "O": "#b98529",
            "jade": "#85c596",
            "amber": "#e38b26",
            "ruby": "#cf234b",
            "lapis": "#2a45ab",
            **_GOLD,
            "gold": "#b98c36",
            "edge": "#0b0806",
            "onyx": "#0f0c11",
            "velvet": "#1d1a22",
            "shade": "#100e13",
            "wood": "#35261c",
            "joint": "#1e150f",
        },
    ),
    "contrast": Theme(
        name="contrast",
        table="#000000",
        ink="#ffffff",
        quiet="#d0d0d0",
        mark="#00e5ff",
        good="#7dffb0",
        bad="#ff5cf0",
        colours={
            "R": "#b00020",
            "B": "#1030c0",
            "G": "#009b72",
            "O": "#ffc43a",
            "jade": "#c4ffd6",
            "amber": "#ffa51f",
            "ruby": "#ff2e63",
            "lapis": "#1a2fd0",
            "gold": "#ffffff",
            "gilt": "#ffffff",
            "bronze": "#ffffff",
            "rim": "#ffee00",
            "edge": "#000000",
            "onyx": "#000000",
            "velvet": "#1c1c1c",
            "shade": "#1c1c1c",
            "wood": "#000000",
            "joint": "#000000",
        },
        is_bold=True,
    ),
}
