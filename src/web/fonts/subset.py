"""Cuts Be Vietnam Pro down to what the pages are set in, one file for each weight: Latin with Vietnamese and
its neighbours (Extended-A, pinyin), punctuation, arrows, kerning and marks. Needs fonttools and brotli.
python3 subset.py FOLDER, with BeVietnamPro-Regular.ttf, -Medium.ttf, -SemiBold.ttf and -Bold.ttf in it."""
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}
RANGES = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1CD, 0x1DC), (0x300, 0x304), (0x306, 0x309),
    (0x30A, 0x30C), (0x323, 0x323), (0x326, 0x328), (0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x1EA0, 0x1EF9),
    (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x2032, 0x2033), (0x2039, 0x203A),
    (0x20AB, 0x20AC), (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212),
]  # fmt: skip

folder = Path(sys.argv[1])
for weight, name in WEIGHTS.items():
    font = TTFont(folder / f"BeVietnamPro-{name}.ttf")
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "liga"]
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)])
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(Path(__file__).with_name(f"be-vietnam-pro-{weight}.woff2"))
