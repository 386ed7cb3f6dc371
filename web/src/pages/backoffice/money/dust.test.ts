import { expect, it } from 'vitest';
import { sumDust } from './dust.ts';

it('sumDust adds up each coin exactly, and counts unknown tokens', () => {
  const of = (relatedCoin: string | null, amount: string) => ({ relatedCoin, amount });
  expect(
    sumDust([
      of('BITCOIN', '0.00000001'),
      of(null, '5000000'),
      of('TRON', '0.5'),
      of('BITCOIN', '0.00000002'),
    ]),
  ).toEqual({
    coins: [
      { coin: 'BITCOIN', amount: '0.00000003' },
      { coin: 'TRON', amount: '0.5' },
    ],
    unknown: 1,
  });
  expect(sumDust([])).toEqual({ coins: [], unknown: 0 });
});
