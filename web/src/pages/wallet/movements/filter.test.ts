import { expect, it } from 'vitest';
import {
  getCausePage,
  getReceiptReference,
  hasReversedDates,
  isFiltered,
  NO_FILTER,
  parseMovementFilter,
  toMovementSearch,
  toQueryParams,
} from './filter.ts';

it('toMovementSearch stores the filter in the address, and parseMovementFilter ignores other parameters', () => {
  const filter = { coin: 'BITCOIN', kind: 'FEE', from: '2026-11-01', to: '2026-11-20' } as const;
  expect(parseMovementFilter(new URLSearchParams(toMovementSearch(filter)))).toEqual(filter);
  expect(parseMovementFilter(new URLSearchParams('coin=SEASHELL&kind=GIFT&from=tomorrow'))).toEqual(
    NO_FILTER,
  );
  expect([isFiltered(NO_FILTER), isFiltered({ ...NO_FILTER, coin: 'TOMAN' })]).toEqual([false, true]);
});

it('toQueryParams queries whole days in Tehran, including the last one', () => {
  expect(toQueryParams({ coin: 'TOMAN', kind: 'ALL', from: '2026-11-30', to: '2026-11-30' })).toEqual({
    relatedCoin: 'TOMAN',
    from: '2026-11-30T00:00:00+03:30',
    to: '2026-12-01T00:00:00+03:30',
  });
  expect(toQueryParams(NO_FILTER)).toEqual({});
  expect(hasReversedDates({ ...NO_FILTER, from: '2026-11-02', to: '2026-11-01' })).toBe(true);
  expect(hasReversedDates({ ...NO_FILTER, from: '2026-11-02' })).toBe(false);
});

type Cause = Parameters<typeof getCausePage>[0]['cause'];

it('getCausePage returns the page of a movement’s cause', () => {
  const of = (cause: Cause, causeId: string | null = 'id') => getCausePage({ cause, causeId });
  expect(of('SETTLEMENT')).toBe('/profile/company/settlements/id');
  expect([of('INVITED', null), of('STORE', null)]).toEqual(['/profile/invite', '/profile/company']);
  expect([of('OTHER'), of('FREEZE'), of('SETTLEMENT', null)]).toEqual([null, null, null]);
});

it('getReceiptReference opens the receipt of a deposit, a withdrawal or a trade', () => {
  const of = (cause: Cause, causeId: string | null = 'id') => getReceiptReference({ cause, causeId });
  for (const cause of ['PAYMENT', 'BANK_DEPOSIT', 'COIN_DEPOSIT'] as const)
    expect(of(cause)).toEqual({ kind: 'DEPOSIT', id: 'id' });
  expect([of('ORDER'), of('WITHDRAWAL')].map((one) => one?.kind)).toEqual(['ORDER', 'WITHDRAWAL']);
  expect([of('SETTLEMENT'), of('FREEZE'), of('PAYMENT', null)]).toEqual([null, null, null]);
});
