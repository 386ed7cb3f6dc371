import { describe, expect, it } from 'vitest';
import { escapeFormula, toCsv } from './csv.ts';

describe('csv', () => {
  it('begins with a byte order mark, ends lines with CRLF and quotes where necessary', () => {
    expect(
      toCsv([
        ['a', 'b,c'],
        ['say "hi"', 'two\nlines'],
        ['علی', ''],
      ]),
    ).toBe('\uFEFFa,"b,c"\r\n"say ""hi""","two\nlines"\r\nعلی,\r\n');
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\tx',
    ' =1',
    '\u200f=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('escapes a text that begins like a formula: %j', (text) => {
    const [line = ''] = toCsv([[text]])
      .slice(1)
      .split('\r\n')
      .filter((part) => part !== '');
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a; ＝1', "a; '＝1"],
    ['a\t@x', "a\t'@x"],
    ['a\n-1', "a\n'-1"],
    ['a - b; c=d', 'a - b; c=d'],
  ])('escapes formulas after semicolons or tabs: %j', (text, safe) => {
    expect(escapeFormula(text)).toBe(safe);
  });

  it.each([
    '6037991234565443',
    '000123',
    '12E5',
    '1e10',
    '1-2',
    '3/14',
    '140508301122334455667',
    '10-5-2',
    '1/2/26',
    '12:30',
    'MAR1',
    'sep-2',
    '2 Oct',
    '1.5E+3',
    '00-12',
    '+989121234567',
    '1e5 ',
  ])('keeps the identifier %j as text', (text) => expect(escapeFormula(text)).toBe(`'${text}`));

  it.each([
    '12345',
    '6037-99**-****-5443',
    '1405/08/30 09:30',
    '2026-11-21',
    'A-1',
    'MARKET1',
    'MAR-K1',
    '10:30 to 12:30',
    '0x00ff',
    'IR550570022080013447370101',
  ])('leaves %j unchanged', (text) => expect(escapeFormula(text)).toBe(text));

  it('writes numbers unchanged, negative ones too', () => {
    expect(toCsv([['-5', { number: '-5.25' }, { number: '7' }]])).toBe("\uFEFF'-5,-5.25,7\r\n");
  });
});
