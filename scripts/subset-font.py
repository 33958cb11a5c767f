"""Makes app/fonts/: Bricolage Grotesque (OFL), one weight, subset to Latin, with the Akan, Ewe and Ga letters, in two files.

The typeface has Ŋ ŋ ₵ but no Ɛ ɛ Ɔ ɔ; these are drawn from its own 3, C and c, mirrored or turned. Run only when the subset changes:
needs python3-fonttools and python3-brotli. The result is committed.
"""
import tempfile
from pathlib import Path
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / 'node_modules/@fontsource-variable/bricolage-grotesque/files'
LATIN = [*range(0x20, 0x7F), 0xA0, 0xA3, 0xA9, 0xAB, 0xB7, 0xBB, *range(0xC0, 0xC3), 0xC4, *range(0xC7, 0xCC), 0xD1, 0xD3, 0xD4, 0xD6, 0xD7, 0xDC,
         *range(0xDF, 0xE3), 0xE4, *range(0xE7, 0xEC), 0xED, 0xEE, 0xEF, 0xF1, 0xF3, 0xF4, 0xF6, *range(0xF9, 0xFD), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026]
# What nearly every headline consists of, in a file that every page preloads; the rest is fetched where it occurs. The ranges are in app/styles/tokens.css.
COMMON = [*(code for code in range(0x20, 0x7F) if chr(code) not in '#*<=>@[\\]^_`{|}~'), 0xA0, 0x2013, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]
# One weight is 15 kB, all of 400-800 are 27 kB.
WEIGHT = {'wght': 750}
# In thousandths of the font's size: half a pixel in a headline of 36.
SMALL_KERNING = 15
#          letter  from  x scale  y scale
DRAWN = [(0x0186, 'C', -1, -1), (0x0254, 'c', -1, -1), (0x0190, '3', -1, 1), (0x025B, '3', -0.88, None)]


def load(name, characters):
    font = TTFont(SOURCE / f'bricolage-grotesque-{name}-wght-normal.woff2')
    options = subset.Options(layout_features=['kern', 'liga', 'tnum', 'mark', 'ccmp'], hinting=False, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    return font


def add(font, name, character, glyph, advance, variations):
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font['glyf'][name] = glyph
    glyph.recalcBounds(font['glyf'])
    font['hmtx'][name] = (advance, getattr(glyph, 'xMin', 0))
    font['gvar'].variations[name] = variations
    for table in font['cmap'].tables:
        if table.isUnicode():
            table.cmap[character] = name


def copy(font, other, character):
    """A letter of the other file, whose parts are put together into one outline."""
    name = other.getBestCmap()[character]
    glyph = other['glyf'][name]
    if glyph.isComposite():
        raise SystemExit(f'{name} is a composite')
    add(font, f'x{character:04x}', character, glyph, other['hmtx'][name][0], other['gvar'].variations.get(name, []))


def draw(font, character, source, x_scale, y_scale):
    """A component that is mirrored or turned within its own advance, which varies with the weight."""
    base = font.getBestCmap()[ord(source)]
    shape, glyf = font['glyf'][base], font['glyf']
    x_height = glyf[font.getBestCmap()[ord('x')]].yMax
    y_scale = y_scale or x_height / glyf[font.getBestCmap()[ord('H')]].yMax
    advance = round(font['hmtx'][base][0] * abs(x_scale))
    part = GlyphComponent()
    part.glyphName, part.flags = base, 0x4  # ROUND_XY_TO_GRID
    part.x, part.y = advance, (shape.yMin + shape.yMax if y_scale < 0 else 0)
    part.transform = [[x_scale, 0], [0, y_scale]]
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, [part]
    variations = []
    for tuple_ in font['gvar'].variations.get(base, []):
        wider = round(((tuple_.coordinates[-3] or (0, 0))[0] - (tuple_.coordinates[-4] or (0, 0))[0]) * abs(x_scale))
        variations.append(TupleVariation(tuple_.axes, [(wider, 0), (0, 0), (wider, 0), (0, 0), (0, 0)]))
    add(font, f'x{character:04x}', character, glyph, advance, variations)


def drop_small_kerning(font):
    """What nobody sees at headline size."""
    for lookup in font['GPOS'].table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            for row in getattr(subtable, 'Class1Record', None) or []:
                for cell in row.Class2Record:
                    if cell.Value1 and abs(getattr(cell.Value1, 'XAdvance', 0)) < SMALL_KERNING:
                        cell.Value1.XAdvance = 0


def make(target):
    font = load('latin', LATIN)
    other = load('latin-ext', [0x014A, 0x014B, 0x20B5])
    for table in ('HVAR',):  # it knows nothing of the new glyphs; gvar tells their widths
        if table in font:
            del font[table]
    for character in (0x014A, 0x014B, 0x20B5):
        copy(font, other, character)
    for letter in DRAWN:
        draw(font, *letter)
    font = instancer.instantiateVariableFont(font, WEIGHT)
    drop_small_kerning(font)
    font.save(target)


def part(source, is_wanted, target):
    font = TTFont(source)
    options = subset.Options(layout_features=['kern', 'liga', 'tnum', 'mark', 'ccmp'], hinting=False, notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for code in font.getBestCmap() if is_wanted(code)])
    cutter.subset(font)
    font.flavor = 'woff2'
    font.save(target)
    print(target, target.stat().st_size, 'bytes')


def freeze(source, target):
    """The same as a plain font file, under a name of its own: what server/previews.ts sets titles in."""
    font = TTFont(source)
    font.flavor = None
    names = {1: 'Pitch Trek Display', 2: 'Regular', 4: 'Pitch Trek Display', 6: 'PitchTrekDisplay', 16: 'Pitch Trek Display', 17: 'Regular'}
    for record in font['name'].names:
        record.string = names.get(record.nameID, str(record))
    font['OS/2'].usWeightClass = 400
    font.save(target)


with tempfile.TemporaryDirectory() as folder:
    whole = Path(folder) / 'whole.ttf'
    make(whole)
    part(whole, lambda code: code in COMMON, ROOT / 'app/fonts/bricolage-common.woff2')
    part(whole, lambda code: code not in COMMON, ROOT / 'app/fonts/bricolage-further.woff2')
    freeze(whole, ROOT / 'server/media/display.ttf')
