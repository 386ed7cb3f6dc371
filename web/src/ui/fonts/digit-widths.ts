import { brotliDecompressSync } from 'node:zlib';

/** Advance widths of a font's digits, in em: proportional, and tabular at the lightest and the heaviest weight. */
export interface DigitWidths {
  proportional: number[];
  tabular: number[];
  heaviest: number[];
}

/** Reads the widths of the ten digits, starting with `zero`, from a WOFF2 file whose only axis is the weight. */
export function readDigitWidths(file: Buffer, zero: number): DigitWidths {
  const table = parseFontTables(file);
  const em = table('head').readUInt16BE(18);
  const glyphs = Array.from({ length: 10 }, (_, digit) => findGlyph(table('cmap'), zero + digit));
  const forms = glyphs.map((glyph) => findTabularGlyph(table('GSUB'), glyph));
  const count = table('hhea').readUInt16BE(34);
  const advance = (glyph: number) => table('hmtx').readUInt16BE(4 * Math.min(glyph, count - 1));
  return {
    proportional: glyphs.map((glyph) => advance(glyph) / em),
    tabular: forms.map((glyph) => advance(glyph) / em),
    heaviest: forms.map((glyph) => (advance(glyph) + computeWidening(table('HVAR'), glyph)) / em),
  };
}

/** Indexes of WOFF2's known table tags, as far as they are read here. */
const KNOWN_TABLE_TAGS: Record<number, string> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  10: 'glyf',
  11: 'loca',
  28: 'GSUB',
  51: 'HVAR',
};

function parseFontTables(file: Buffer): (tag: string) => Buffer {
  let at = 48;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const entries: { tag: string; from: number; to: number }[] = [];
  let from = 0;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(at++);
    const tagIndex = flags & 63;
    const tag =
      tagIndex === 63 ? file.toString('latin1', at, at + 4) : (KNOWN_TABLE_TAGS[tagIndex] ?? `#${tagIndex}`);
    if (tagIndex === 63) at += 4;
    const plain = number();
    // glyf and loca are transformed unless the version is 3; other tables if the version is not 0.
    const version = flags >> 6;
    const size = (tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0) ? number() : plain;
    entries.push({ tag, from, to: from + size });
    from += size;
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  return (tag) => {
    const entry = entries.find((candidate) => candidate.tag === tag);
    if (!entry) throw new Error(`the font has no table ${tag}`);
    return data.subarray(entry.from, entry.to);
  };
}

/** Looks up a glyph by the segments of cmap format 4, which every font has for the first plane. */
function findGlyph(cmap: Buffer, character: number): number {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const subtable = cmap.subarray(cmap.readUInt32BE(8 + 8 * index));
    if (subtable.readUInt16BE(0) !== 4) continue;
    const segmentBytes = subtable.readUInt16BE(6);
    for (let segment = 0; segment < segmentBytes; segment += 2) {
      if (subtable.readUInt16BE(14 + segment) < character) continue;
      const first = subtable.readUInt16BE(16 + segmentBytes + segment);
      if (first > character) break;
      const delta = subtable.readUInt16BE(16 + 2 * segmentBytes + segment);
      const range = 16 + 3 * segmentBytes + segment;
      const offset = subtable.readUInt16BE(range);
      const glyph =
        offset === 0 ? character : subtable.readUInt16BE(range + offset + 2 * (character - first));
      return (glyph + delta) & 0xffff;
    }
  }
  throw new Error(`the font has no character ${character.toString(16)}`);
}

/** Returns the glyph that the feature `tnum` substitutes. */
function findTabularGlyph(gsub: Buffer, glyph: number): number {
  const features = gsub.subarray(gsub.readUInt16BE(6));
  const lookups = gsub.subarray(gsub.readUInt16BE(8));
  for (let record = 0; record < features.readUInt16BE(0); record += 1) {
    if (features.toString('latin1', 2 + 6 * record, 6 + 6 * record) !== 'tnum') continue;
    const feature = features.subarray(features.readUInt16BE(6 + 6 * record));
    for (let index = 0; index < feature.readUInt16BE(2); index += 1) {
      const lookup = lookups.subarray(lookups.readUInt16BE(2 + 2 * feature.readUInt16BE(4 + 2 * index)));
      for (let part = 0; part < lookup.readUInt16BE(4); part += 1) {
        let substitution = lookup.subarray(lookup.readUInt16BE(6 + 2 * part));
        if (lookup.readUInt16BE(0) === 7) substitution = substitution.subarray(substitution.readUInt32BE(4));
        const coverage = coverageIndex(substitution.subarray(substitution.readUInt16BE(2)), glyph);
        if (coverage < 0) continue;
        return substitution.readUInt16BE(0) === 1
          ? (glyph + substitution.readInt16BE(4)) & 0xffff
          : substitution.readUInt16BE(6 + 2 * coverage);
      }
    }
  }
  throw new Error(`the font has no tabular form of glyph ${glyph}`);
}

function coverageIndex(coverage: Buffer, glyph: number): number {
  const listed = coverage.readUInt16BE(0) === 1;
  for (let index = 0; index < coverage.readUInt16BE(2); index += 1) {
    if (listed && coverage.readUInt16BE(4 + 2 * index) === glyph) return index;
    if (listed) continue;
    const [first, last] = [coverage.readUInt16BE(4 + 6 * index), coverage.readUInt16BE(6 + 6 * index)];
    if (first <= glyph && glyph <= last) return coverage.readUInt16BE(8 + 6 * index) + glyph - first;
  }
  return -1;
}

/**
 * Returns the increase of the advance width at the heaviest weight: at the end of the only axis each region counts
 * fully.
 */
function computeWidening(hvar: Buffer, glyph: number): number {
  const store = hvar.subarray(hvar.readUInt32BE(4));
  let [outer, inner] = [0, glyph];
  if (hvar.readUInt32BE(8) !== 0) {
    const map = hvar.subarray(hvar.readUInt32BE(8));
    const hasWideCount = map.readUInt8(0) === 1;
    const format = map.readUInt8(1);
    const count = hasWideCount ? map.readUInt32BE(2) : map.readUInt16BE(2);
    const size = ((format >> 4) & 3) + 1;
    const entry = map.readUIntBE((hasWideCount ? 6 : 4) + size * Math.min(glyph, count - 1), size);
    const bits = (format & 15) + 1;
    [outer, inner] = [entry >> bits, entry & ((1 << bits) - 1)];
  }
  const rows = store.subarray(store.readUInt32BE(8 + 4 * outer));
  const words = rows.readUInt16BE(2);
  const regions = rows.readUInt16BE(4);
  const start = 6 + 2 * regions + inner * (regions + words);
  let sum = 0;
  for (let region = 0; region < regions; region += 1) {
    sum += region < words ? rows.readInt16BE(start + 2 * region) : rows.readInt8(start + words + region);
  }
  return sum;
}
