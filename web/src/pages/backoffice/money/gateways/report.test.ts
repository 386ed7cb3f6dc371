import { expect, it } from 'vitest';
import { parseReport } from './report.ts';

const HEAD = 'PAYA-7001\t1405/08/30\t1405/08/29\t1405/08/29\t۱٬۵۰۰٬۰۰۰\t2400';

it('parseReport parses the settlement and its payments, by tab and by comma, in any digits and either calendar', () => {
  const { report, invalidLine } = parseReport(
    [HEAD, '', '۱۲۳۴۵۶۷۸۹۰۱۲\t1,000,000\t1200', 'A00000000000000000000000000000000001, 500000, 1200'].join(
      '\n',
    ),
  );
  expect(invalidLine).toBe(null);
  expect(report).toEqual({
    reference: 'PAYA-7001',
    paidDay: '2026-11-21',
    fromDay: '2026-11-20',
    toDay: '2026-11-20',
    grossRial: '1500000',
    feeRial: '2400',
    lines: [
      { reference: '123456789012', amountRial: '1000000', feeRial: '1200' },
      { reference: 'A00000000000000000000000000000000001', amountRial: '500000', feeRial: '1200' },
    ],
  });
});

it('parseReport parses spreadsheet notations: quotes, semicolons and .00', () => {
  const text = 'PAYA-7001;1405/08/30;1405/08/29;1405/08/29;"1,500,000.00";2400\n="00123456";1500000.00;2400';
  expect(parseReport(text).report).toMatchObject({
    grossRial: '1500000',
    lines: [{ reference: '00123456', amountRial: '1500000', feeRial: '2400' }],
  });
  expect(parseReport(`${HEAD}\n1.23457E+11\t1000\t0`)).toMatchObject({ invalidLine: 2, shortened: true });
});

it('parseReport accepts a report without payments', () => {
  expect(parseReport(HEAD).report?.lines).toEqual([]);
  expect(parseReport(' \n')).toEqual({ report: null, invalidLine: null });
});

it.each([
  ['a day that is none', HEAD.replace('1405/08/30', '1405/08/31'), 1],
  ['no sum', HEAD.replace('۱٬۵۰۰٬۰۰۰', '0'), 1],
  ['no fee', HEAD.replace('\t2400', ''), 1],
  ['a payment without a reference', `${HEAD}\n,1000,0`, 2],
  ['a payment of a fraction of a Rial', `${HEAD}\n1234,1000.5,0`, 2],
  ['a payment with more than is asked', `${HEAD}\n1234,1000,0\n1235,1000,0,5`, 3],
])('parseReport returns the number of the line with %s', (_, text, line) => {
  expect(parseReport(text).invalidLine).toBe(line);
});
