import { expect, it } from 'vitest';
import { groupFigures } from './figures.ts';

it('groupFigures lists the totals first, then the numbers of each coin', () => {
  const figure = (name: 'BOUGHT' | 'SOLD' | 'CLOSING', amount: string, of: string | null) => ({
    figure: name,
    amount,
    asset: of ?? 'TOMAN',
    of,
  });
  const groups = groupFigures([
    figure('BOUGHT', '1000', null),
    figure('SOLD', '0', null),
    figure('BOUGHT', '0.00000000', 'BITCOIN'),
    figure('CLOSING', '0.1', 'BITCOIN'),
    figure('CLOSING', '0', 'TRON'),
  ]);
  expect(groups.map(({ asset, figures }) => [asset, figures.map((one) => one.figure)])).toEqual([
    [null, ['BOUGHT', 'SOLD']],
    ['BITCOIN', ['CLOSING']],
  ]);
});
