import { expect, it } from 'vitest';
import { parseBankStatement, parseTehranTime } from './statement.ts';

it('parseBankStatement parses lines by tab and by comma, in Persian digits too', () => {
  const text = [
    'REF-0001\t100001\tIR550570022080013447370101\tسارا رضایی\t۲٬۵۰۰٬۰۰۰\t2026-11-21 09:30',
    '',
    'REF-0002, 100002, 550570022080013447370101, Nima, 1000000, 2026-11-21 10:00',
  ].join('\n');
  const { lines, invalidLine } = parseBankStatement(text);
  expect(invalidLine).toBe(null);
  expect(lines).toEqual([
    {
      reference: 'REF-0001',
      identifier: '100001',
      sheba: 'IR550570022080013447370101',
      name: 'سارا رضایی',
      amountRial: '2500000',
      paidAt: '2026-11-21T06:00:00.000Z',
    },
    {
      reference: 'REF-0002',
      identifier: '100002',
      sheba: '550570022080013447370101',
      name: 'Nima',
      amountRial: '1000000',
      paidAt: '2026-11-21T06:30:00.000Z',
    },
  ]);
});

it('parseBankStatement parses spreadsheet notations: quotes, semicolons, seconds, one-digit hours and .00', () => {
  const sheba = 'IR550570022080013447370101';
  const read = { reference: 'REF-0001', identifier: '0012', sheba, name: 'Sara', amountRial: '2500000' };
  for (const text of [
    `REF-0001;0012;${sheba};Sara;2500000.00;2026-11-21 9:30:00`,
    `\ufeff"REF-0001","0012","${sheba}","Sara","2,500,000.00","2026-11-21 09:30:00"`,
    `"REF-0001";'0012;"${sheba}";"Sara";"2.500.000";"2026-11-21 9:30"`,
    `REF-0001,="0012",${sheba},"Sara",2500000,1405/8/30 9:30`,
    `REF-0001\t0012\t${sheba}\tSara\t2,500,000\t1405/08/30  09:30`,
  ])
    expect(parseBankStatement(text)).toEqual({
      lines: [{ ...read, paidAt: '2026-11-21T06:00:00.000Z' }],
      invalidLine: null,
    });
  const statement = parseBankStatement(
    `"REF-0001";"0012";"${sheba}";"Sara ""A""; \nsons";2500000;2026-11-21 9:30\nREF`,
  );
  expect(statement).toMatchObject({ lines: [{ ...read, name: 'Sara "A"; \nsons' }], invalidLine: 3 });
});

it.each([
  ['a Sheba', 'REF-0001,100001,5.5057E+23,Sara,1000,2026-11-21 09:30'],
  ['a Sheba', 'REF-0001;100001;5,5057E+23;Sara;1000;2026-11-21 09:30'],
  ['a Sheba', 'REF-0001;100001;۵٫۵۰۵۷E+۲۳;Sara;1000;2026-11-21 09:30'],
  ['an identifier', 'REF-0001,1.00001E+11,IR550570022080013447370101,Sara,1000,2026-11-21 09:30'],
  ['an amount', 'REF-0001,100001,IR550570022080013447370101,Sara,2.5E+12,2026-11-21 09:30'],
])('parseBankStatement returns the number of the line in which a spreadsheet has shortened %s', (_, line) => {
  expect(parseBankStatement(line)).toEqual({ lines: [], invalidLine: 1, shortened: true });
});

it.each([
  ['a Sheba that is none', 'REF-0001,100001,IR550570022080013447370102,Sara,1000,2026-11-21 09:30'],
  [
    'an amount that may be thousands or a fraction',
    'REF-0001;1;IR550570022080013447370101;Sara;1,5;2026-11-21 9:30',
  ],
  ['too few fields', 'REF-0001,100001,IR55,Sara,1000'],
  ['no amount', 'REF-0001,100001,IR55,Sara,0,2026-11-21 09:30'],
  ['a fraction of a Rial', 'REF-0001,100001,IR55,Sara,1.5,2026-11-21 09:30'],
  ['no day', 'REF-0001,100001,IR55,Sara,1000,2026-02-31 09:30'],
])('parseBankStatement returns the number of the line with %s', (_, line) => {
  expect(parseBankStatement(`\n${line}`).invalidLine).toBe(2);
});

it('parseTehranTime parses times in Tehran', () => {
  expect(parseTehranTime('2026-03-21 00:00')).toBe('2026-03-20T20:30:00.000Z');
  expect(parseTehranTime('۱۴۰۵/۰۸/۳۰ ۰۹:۳۰')).toBe('2026-11-21T06:00:00.000Z');
  expect(parseTehranTime('2026-11-21 9:30:15')).toBe('2026-11-21T06:00:15.000Z');
  // Twelve-hour times, as Excel writes them in English and in Persian.
  expect(parseTehranTime('2026/11/21 9:30 PM')).toBe('2026-11-21T18:00:00.000Z');
  expect(parseTehranTime('2026/11/21 12:05:00 am')).toBe('2026-11-20T20:35:00.000Z');
  expect(parseTehranTime('۱۴۰۵/۰۸/۳۰ ۱۲:۰۵ ب.ظ')).toBe('2026-11-21T08:35:00.000Z');
  expect(parseTehranTime('1405/08/30 9:05 ق.ظ')).toBe('2026-11-21T05:35:00.000Z');
  for (const text of ['2026/11/21 13:30 PM', '2026/11/21 0:30 AM', '2026/11/21 9:30 XM'])
    expect(parseTehranTime(text)).toBeNull();
  expect(parseTehranTime('1405/1/1 00:00')).toBe('2026-03-20T20:30:00.000Z');
  for (const none of ['2026-03-21', '1405/12/30 09:30', '2026-03-21 24:00', '2026-03-21 09:30 UTC'])
    expect(parseTehranTime(none)).toBe(null);
});
