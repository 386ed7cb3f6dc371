import type { CoinPrice } from '@sarraf/domain/contracts';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../queries/query-client.ts';
import { clearToken } from '../session/token.ts';
import { livePricesQuery, mergePrices } from './prices.ts';

// The query library refetches only if there is a window, and checks that when it loads.
vi.hoisted(() =>
  Object.assign(globalThis, { window: { addEventListener: () => undefined, location: {}, history: {} } }),
);

let requests: string[];

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
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

/** Observes the prices for `ms`; returns the number of requests. */
async function asks(alive: boolean, ms: number): Promise<number> {
  const leave = new QueryObserver(queryClient, livePricesQuery('TOMAN', alive)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  leave();
  return requests.length;
}

test('polls prices every 5,000 ms without a stream', async () => {
  expect(await asks(false, 4_900)).toBe(1);
  expect(requests[0]).toContain('/api/coins/exchange-price/usd?');
  queryClient.clear();
  requests = [];
  expect(await asks(false, 20_100)).toBe(5);
});

test('fetches prices once while the stream is connected', async () => {
  expect(await asks(true, 61_000)).toBe(1);
});

test('does not poll prices in a hidden tab', async () => {
  focusManager.setFocused(false);
  expect(await asks(false, 61_000)).toBe(1);
});

test('merges an update that contains only the changed coins, and appends new coins', () => {
  const row = (coin: string, buyPrice: string) => ({ destCoinSymbol: coin, buyPrice }) as CoinPrice;
  const currentRows = [row('BITCOIN', '1'), row('TRON', '2')];
  expect(mergePrices(currentRows, [row('TRON', '3'), row('CELO', '4')])).toEqual([
    row('BITCOIN', '1'),
    row('TRON', '3'),
    row('CELO', '4'),
  ]);
});
