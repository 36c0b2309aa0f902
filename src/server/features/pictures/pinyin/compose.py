"""Writes the vowels of pinyin that Be Vietnam Pro has no glyphs for (ǎ, ǐ, ǒ, ǔ, ǖ, ǘ, ǚ, ǜ and their capitals), each composed of a letter
and a mark at the font's own anchors, as browsers do. Needs fonttools and brotli. python3 compose.py"""
import unicodedata
from pathlib import Path

from fontTools import subset
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

LETTERS = [chr(code) for code in range(0x1CD, 0x1DD)]
here = Path(__file__).parent
sources = here.parents[3] / "web" / "fonts"


def offset(font: TTFont, base: str, mark: str) -> tuple[int, int]:
    """Returns how far a mark is moved to stand at its anchor on a base."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            if lookup.LookupType != 4 or base not in table.BaseCoverage.glyphs or mark not in table.MarkCoverage.glyphs:
                continue
            record = table.MarkArray.MarkRecord[table.MarkCoverage.glyphs.index(mark)]
            anchor = table.BaseArray.BaseRecord[table.BaseCoverage.glyphs.index(base)].BaseAnchor[record.Class]
            return anchor.XCoordinate - record.MarkAnchor.XCoordinate, anchor.YCoordinate - record.MarkAnchor.YCoordinate
    raise ValueError(f"no anchor for {mark} on {base}")


for weight in (500, 700):
    font = TTFont(sources / f"be-vietnam-pro-{weight}.woff2")
    names = font.getBestCmap()
    glyphs = font.getGlyphSet()
    for letter in LETTERS:
        first, second = unicodedata.normalize("NFD", letter)[:-1], unicodedata.normalize("NFD", letter)[-1]
        base = names[ord({"i": "ı"}.get(first, unicodedata.normalize("NFC", first)))]
        mark = names[ord(second)]
        pen = TTGlyphPen(None)
        glyphs[base].draw(pen)
        glyphs[mark].draw(TransformPen(pen, (1, 0, 0, 1, *offset(font, base, mark))))
        name = f"uni{ord(letter):04X}"
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"][name] = pen.glyph()
        font["hmtx"][name] = font["hmtx"][base]
        for table in font["cmap"].tables:
            table.cmap[ord(letter)] = name
    options = subset.Options()
    options.layout_features = []
    options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(LETTERS))
    cutter.subset(font)
    font.flavor = "woff"
    font.save(here / f"pinyin-{weight}.woff")
