import type { CoinPrice } from '@sarraf/domain/contracts';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../queries/query-client.ts';
import { clearToken } from '../session/token.ts';
import { livePricesQuery, merge } from './prices.ts';

// Nothing is asked for again where there is no window, and that is looked up when the library loads.
vi.hoisted(() =>
  Object.assign(globalThis, { window: { addEventListener: () => undefined, location: {}, history: {} } }),
);

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response('[]');
  });
});
afterEach(() => {
  focusManager.setFocused(undefined);
  queryClient.clear();
  clearToken();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Looks at the prices for so long; answers how often they were asked for. */
async function asks(alive: boolean, ms: number): Promise<number> {
  const leave = new QueryObserver(queryClient, livePricesQuery('TOMAN', alive)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  leave();
  return asked.length;
}

test('without a stream prices are asked for every 5,000 ms', async () => {
  expect(await asks(false, 4_900)).toBe(1);
  expect(asked[0]).toContain('/api/coins/exchange-price/usd?');
  queryClient.clear();
  asked = [];
  expect(await asks(false, 20_100)).toBe(5);
});

test('with the stream they are asked for once', async () => {
  expect(await asks(true, 61_000)).toBe(1);
});

test('a tab that nobody sees asks for none', async () => {
  focusManager.setFocused(false);
  expect(await asks(false, 61_000)).toBe(1);
});

test('an update may hold only the coins that moved, and new ones come last', () => {
  const row = (coin: string, buyPrice: string) => ({ destCoinSymbol: coin, buyPrice }) as CoinPrice;
  const known = [row('BITCOIN', '1'), row('TRON', '2')];
  expect(merge(known, [row('TRON', '3'), row('CELO', '4')])).toEqual([
    row('BITCOIN', '1'),
    row('TRON', '3'),
    row('CELO', '4'),
  ]);
});
