"""Builds the web's fonts from Vazirmatn: the characters of our pages, with narrower tabular Persian digits.

Vazirmatn's own tabular digits are as wide as its widest digit, 0.66 to 0.69 em, so that prices look letter-spaced. Here each
is half an em wide at every weight, so that bold and normal lines of a column align; wider digits are narrowed.

    python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools==4.66.1 brotli==1.2.0
    /tmp/fonts/bin/python web/src/ui/fonts/make-fonts.py

Made from @fontsource-variable/vazirmatn@5.3.0; the same versions of the three give the same bytes. SHA-256, which
fonts.test.ts compares:

    84a382e46c30fb4f73d0e3800c16d0af15888e2731e57fa5f93e2c29a2c6a957  vazirmatn-arabic-wght-normal.woff2
    d29c041cd4294af893cf3c01dfab6d47202c667ab55d702f68782599918c651d  vazirmatn-latin-wght-normal.woff2
    11ef5677ee41c13b96056a7a0369e31b772262fb3eab6d92033fb7f73fdb80c7  sarraf-arabic.woff2
    23ac18db88b2aac230b738eaebe6dad4c0f21195c6fe663102125ea1bebef981  sarraf-latin.woff2
"""

from copy import deepcopy
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates
from fontTools.ttLib.tables.ttProgram import Program
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.hvar import add_HVAR
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).resolve().parent
FILES = HERE.parents[3] / "node_modules/@fontsource-variable/vazirmatn/files"

# Width of a tabular digit, in em. The mean of the proportional ones is 0.52 at the normal weight.
WIDTH = 0.5
# Minimum space at each side, as a share of the width.
MARGIN = 0.05
# No page uses a weight below `normal`.
WEIGHTS = (400, 900)

# Letters and punctuation of Persian, Arabic, Kurdish and Urdu.
ARABIC = [*range(0x600, 0x700), *range(0x200C, 0x200F), 0x2010, 0x2011, 0xFDFC, 0xFD3E, 0xFD3F]
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, 0x2C6, 0x2DC, *range(0x2000, 0x2070), 0x20AC,
         0x2122, 0x2191, 0x2193, 0x2212, 0x2215, 0xFEFF, 0xFFFD]


def main() -> None:
    make("arabic", ARABIC, drop=())
    # Fractions are shown with a plain slash.
    make("latin", LATIN, drop=("frac", "numr", "dnom"))


def make(name: str, characters: list[int], drop: tuple[str, ...]) -> None:
    font = TTFont(FILES / f"vazirmatn-{name}-wght-normal.woff2", recalcTimestamp=False, lazy=False)
    font = instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    tabular = tabular_digits(font)
    if tabular:
        narrow(font, tabular)
    for glyph in font.getGlyphOrder():
        # Glyphs without variations, for which the subsetter expects an entry too.
        font["gvar"].variations.setdefault(glyph, [])
    options = Options()
    options.layout_features = [
        tag for tag in {r.FeatureTag for r in font["GSUB"].table.FeatureList.FeatureRecord} | {"kern", "mark", "mkmk"}
        if tag not in drop
    ]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    sign(font)
    font.flavor = "woff2"
    font.save(HERE / f"sarraf-{name}.woff2")


def tabular_digits(font: TTFont) -> dict[str, str]:
    """Returns the tabular form of each proportional digit."""
    gsub = font["GSUB"].table
    found: dict[str, str] = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for table in gsub.LookupList.Lookup[index].SubTable:
                found |= getattr(table, "ExtSubTable", table).mapping
    return found


def narrow(font: TTFont, tabular: dict[str, str]) -> None:
    """Redraws each tabular digit from its proportional one, at both ends of the axis."""
    light, bold = (drawn(instantiateVariableFont(deepcopy(font), {"wght": weight}), tabular) for weight in WEIGHTS)
    for one, form in tabular.items():
        (glyph, points), (_, end) = light[one], bold[one]
        assert len(points) == len(end), one
        font["glyf"][form] = glyph
        font["hmtx"][form] = (round(font["head"].unitsPerEm * WIDTH), glyph.xMin)
        # Only the outline's points vary towards the heavy end; the four phantom points after them don't.
        deltas = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, end)] + [(0, 0)] * 4
        font["gvar"].variations[form] = [TupleVariation({"wght": (0, 1.0, 1.0)}, deltas)]
    del font["HVAR"]
    add_HVAR(font)


def drawn(font: TTFont, tabular: dict[str, str]) -> dict[str, tuple[Glyph, list]]:
    """Returns the digits of one weight, centred in the width, and narrowed if they would touch their neighbours."""
    glyf = font["glyf"]
    width = round(font["head"].unitsPerEm * WIDTH)
    result = {}
    for one in tabular:
        points, ends, flags = glyf[one].getCoordinates(glyf)
        least, most = min(x for x, _ in points), max(x for x, _ in points)
        scale = min(1.0, width * (1 - 2 * MARGIN) / (most - least))
        shift = (width - (most - least) * scale) / 2
        placed = [(round((x - least) * scale + shift), round(y)) for x, y in points]
        glyph = Glyph()
        glyph.numberOfContours = len(ends)
        glyph.coordinates, glyph.endPtsOfContours, glyph.flags = GlyphCoordinates(placed), ends, flags
        glyph.program = Program()
        glyph.program.fromBytecode(b"")
        glyph.recalcBounds(glyf)
        result[one] = (glyph, placed)
    return result


def sign(font: TTFont) -> None:
    """Sets the font's names; the licence of the original applies to it (OFL.txt)."""
    names = font["name"]
    for number, text in {
        1: "Sarraf Vazirmatn",
        3: "33.003;Sarraf Vazirmatn",
        4: "Sarraf Vazirmatn",
        6: "SarrafVazirmatn",
        10: "Vazirmatn 33.003 with narrower tabular digits, for the letters of our pages",
        13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
        14: "https://openfontlicense.org",
    }.items():
        names.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    main()
