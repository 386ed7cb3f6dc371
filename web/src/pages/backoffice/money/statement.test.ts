import { expect, it } from 'vitest';
import { readStatement, tehranTime } from './statement.ts';

it('reads lines by tab and by comma, in Persian digits too', () => {
  const text = [
    'REF-0001\t100001\tIR550570022080013447370101\tسارا رضایی\t۲٬۵۰۰٬۰۰۰\t2026-11-21 09:30',
    '',
    'REF-0002, 100002, 550570022080013447370101, Nima, 1000000, 2026-11-21 10:00',
  ].join('\n');
  const { lines, fault } = readStatement(text);
  expect(fault).toBe(null);
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

it.each([
  ['too few fields', 'REF-0001,100001,IR55,Sara,1000'],
  ['no amount', 'REF-0001,100001,IR55,Sara,0,2026-11-21 09:30'],
  ['a fraction of a Rial', 'REF-0001,100001,IR55,Sara,1.5,2026-11-21 09:30'],
  ['no day', 'REF-0001,100001,IR55,Sara,1000,2026-02-31 09:30'],
])('names the line with %s', (_, line) => {
  expect(readStatement(`\n${line}`).fault).toBe(2);
});

it('has the time of Tehran', () => {
  expect(tehranTime('2026-03-21 00:00')).toBe('2026-03-20T20:30:00.000Z');
  expect(tehranTime('۱۴۰۵/۰۸/۳۰ ۰۹:۳۰')).toBe('2026-11-21T06:00:00.000Z');
  expect(tehranTime('1405/1/1 00:00')).toBe('2026-03-20T20:30:00.000Z');
  for (const none of ['2026-03-21', '1405/12/30 09:30', '2026-03-21 24:00', '2026-03-21 09:30 UTC'])
    expect(tehranTime(none)).toBe(null);
});
