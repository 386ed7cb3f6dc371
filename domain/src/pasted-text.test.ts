import { describe, expect, it } from 'vitest';
import { parseAddress } from './addresses.ts';
import { normalizeCode, normalizeEmail, normalizeMobile } from './identifiers.ts';
import { cleanPastedValue, hasInvisible, normalizeLine } from './pasted-text.ts';
import { parseTag } from './tags.ts';

const INVISIBLE = [
  ...'\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad\u061c\u0007',
];
const ETHEREUM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('cleanPastedValue', () => {
  it.each(INVISIBLE)('removes %j from both ends and leaves it inside', (mark) => {
    expect(cleanPastedValue(`${mark} ${mark}abc ${mark}`)).toBe('abc');
    expect(cleanPastedValue(`a${mark}c`)).toBe(`a${mark}c`);
    expect(hasInvisible(`${mark}abc${mark}`)).toBe(false);
    expect(hasInvisible(`a${mark}c`)).toBe(true);
  });

  it.each(INVISIBLE)('accepts every value with %j around it and none with it inside', (mark) => {
    const around = (value: string) => `${mark}${value}${mark}\n`;
    const inside = (value: string) => `${value.slice(0, 4)}${mark}${value.slice(4)}`;
    const reads: [string, (text: string) => unknown][] = [
      [ETHEREUM, (text) => parseAddress('ETHEREUM', 'ETHEREUM', text)?.address ?? null],
      ['123456', (text) => parseTag('RIPPLE', text)],
      ['order-17', (text) => parseTag('STELLAR', text)],
      ['order-17', (text) => parseTag('EOS', text)],
      ['name@sarraf.test', normalizeEmail],
      ['+989121234567', (text) => normalizeMobile(text, '+98')],
      ['123456', (text) => normalizeCode(text)],
    ];
    for (const [value, read] of reads) {
      expect(read(around(value))).toBe(value);
      expect(read(inside(value))).toBeNull();
    }
  });
});

describe('normalizeLine', () => {
  it.each([
    ['\u200fسفارش ۱۲', 'سفارش ۱۲'],
    ['سفارش ۱۲ 👨\u200d👩\u200d👧', 'سفارش ۱۲ 👨\u200d👩\u200d👧'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['  نیم\u200c \u200cفاصله\u200c\u200c ', 'نیم فاصله'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['pay \u202etfel\u202c \u2066left\u2069', 'pay tfel left'],
    ['two\r\nlines\u0007', 'two lines'],
    ['half \ud83d', 'half'],
    [' \u202e\u200b ', ''],
  ])('converts %j to %j', (text, line) => {
    expect(normalizeLine(text)).toBe(line);
    expect(normalizeLine(line)).toBe(line);
  });
});
