import { expect, it } from 'vitest';
import { parseAccountStatement } from './account-statement.ts';

const HEAD = 'IR060170000000000000000000\t۵۰۰٬۰۰۰٬۰۰۰\t509988000';

it('parseAccountStatement parses a day of a bank account, in any digits, with and without payers', () => {
  const { statement, invalidLine } = parseAccountStatement(
    [
      HEAD,
      '',
      '۱۴۰۵/۰۸/۳۰ ۰۹:۳۰\tDEP-۱\t۰۰۰۰۱۰۰۰۰۱۳۲\t۱۰٬۰۰۰٬۰۰۰\t510,000,000\tIR55 0570 0220 8001 3447 3701 01\tآن نمونه',
      '2026-11-21 17:00\tFEE-1\t\t−12000\t509988000',
    ].join('\n'),
  );
  expect(invalidLine).toBe(null);
  expect(statement).toEqual({
    sheba: 'IR060170000000000000000000',
    openingRial: '500000000',
    closingRial: '509988000',
    lines: [
      {
        ...{ at: '2026-11-21T06:00:00.000Z', reference: 'DEP-1', identifier: '000010000132' },
        ...{ amountRial: '10000000', balanceRial: '510000000' },
        ...{ sheba: 'IR550570022080013447370101', name: 'آن نمونه' },
      },
      {
        ...{ at: '2026-11-21T13:30:00.000Z', reference: 'FEE-1', identifier: '', amountRial: '-12000' },
        ...{ balanceRial: '509988000', sheba: '', name: '' },
      },
    ],
  });
  expect(parseAccountStatement(' \n')).toEqual({ statement: null, invalidLine: null });
});

it('parseAccountStatement parses spreadsheet notations: quotes, semicolons, brackets for a minus and .00', () => {
  const { statement, invalidLine } = parseAccountStatement(
    [
      'IR060170000000000000000000;500000000.00;"509,988,000"',
      '2026-11-21 9:30:00;"DEP-1";\'000010000132;10000000.00;510000000;"IR550570022080013447370101";"Ann; Doe"',
      '2026-11-21 17:00;FEE-1;;(12000);509988000',
    ].join('\r\n'),
  );
  expect(invalidLine).toBe(null);
  expect(statement).toMatchObject({
    openingRial: '500000000',
    closingRial: '509988000',
    lines: [
      { identifier: '000010000132', amountRial: '10000000', name: 'Ann; Doe' },
      { amountRial: '-12000', balanceRial: '509988000' },
    ],
  });
  expect(
    parseAccountStatement(`${HEAD}\n2026-11-21 17:00\tDEP-1\t1\t10\t510\t5.5057E+23\tAnn`),
  ).toMatchObject({
    invalidLine: 2,
    shortened: true,
  });
});

it.each([
  ['another Sheba', HEAD.replace('IR06', 'IR6'), 1],
  ['no end', HEAD.replace('\t509988000', ''), 1],
  ['a line of nothing', `${HEAD}\n2026-11-21 17:00\tFEE-1\t\t0\t500000000`, 2],
  ['a sign on both sides', `${HEAD}\n2026-11-21 17:00\tFEE-1\t\t-12000-\t1`, 2],
  ['a payer without a name', `${HEAD}\n2026-11-21 17:00\tFEE-1\t\t12000\t1\tIR55`, 2],
  ['an hour that is none', `${HEAD}\n2026-11-21 27:00\tFEE-1\t\t12000\t1`, 2],
])('parseAccountStatement returns the number of the line with %s', (_, text, line) => {
  expect(parseAccountStatement(text).invalidLine).toBe(line);
});
