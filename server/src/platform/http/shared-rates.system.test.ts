import { describe, expect, it } from 'vitest';
import { type Bus, createBus } from '../bus/bus.ts';
import { bridgeBus, type IpcChannel } from '../bus/link-bus.ts';
import { SharedRates } from './shared-rates.ts';

const MINUTE = 60_000;
const route = (timeWindow = MINUTE, url = '/api/orders') => ({
  routeInfo: { method: 'POST', url },
  timeWindow,
});

/** Two processes whose buses are connected. */
function pair(): [Bus, Bus] {
  const handlers: ((message: unknown) => void)[] = [];
  const end = (mine: number): IpcChannel => ({
    send: (message) => handlers[1 - mine]?.(structuredClone(message)),
    listen(handler) {
      handlers[mine] = handler;
      return () => {};
    },
  });
  const buses: [Bus, Bus] = [createBus(), createBus()];
  for (const [i, bus] of buses.entries()) bridgeBus(bus, end(i), ['rates']);
  return buses;
}

function uses(rates: ReturnType<SharedRates['child']>, key: string, max: number, times = 1): number {
  let last = 0;
  for (let i = 0; i < times; i += 1)
    rates.incr(
      key,
      (_error, { current }) => {
        last = current;
      },
      MINUTE,
      max,
    );
  return last;
}

describe('a shared rate limit', () => {
  it('counts the requests of all processes together', () => {
    const [one, other] = pair().map((bus) => new SharedRates(bus)) as [SharedRates, SharedRates];
    const [here, there] = [one.child(route()), other.child(route())];
    expect(uses(here, '1.2.3.4', 10, 6)).toBe(6);
    expect(uses(there, '1.2.3.4', 10, 3)).toBe(3);
    one.publishUses();
    other.publishUses();
    expect(uses(here, '1.2.3.4', 10)).toBe(10);
    one.publishUses();
    expect(uses(there, '1.2.3.4', 10)).toBe(11);
    expect(uses(there, '1.2.3.5', 10)).toBe(1);
  });

  it('publishes usage to the other processes without being asked', async () => {
    const [one, other] = pair().map((bus) => new SharedRates(bus)) as [SharedRates, SharedRates];
    const [here, there] = [one.child(route()), other.child(route())];
    uses(here, 'a', 10, 4);
    const current = () => {
      let now = 0;
      there.incr('a', (_error, { current }) => (now = current), MINUTE, 1_000_000);
      return now;
    };
    await expect.poll(current).toBeGreaterThan(4);
  });

  it('publishes nothing while little of the limit is used, and is exceeded by no more than that', () => {
    const [bus, otherBus] = pair();
    const publishedCounts: number[] = [];
    otherBus.subscribe('rates', (message) => publishedCounts.push(message.uses.length));
    const [one, other] = [new SharedRates(bus), new SharedRates(otherBus)];
    const [here, there] = [one.child(route()), other.child(route())];
    uses(here, 'a', 100, 4);
    one.publishUses();
    expect(publishedCounts).toEqual([]);
    uses(here, 'a', 100, 95);
    one.publishUses();
    expect(publishedCounts).toEqual([1]);
    expect(uses(there, 'a', 100)).toBe(100);
  });

  it('counts each endpoint separately', () => {
    const [one, other] = pair().map((bus) => new SharedRates(bus)) as [SharedRates, SharedRates];
    const here = one.child(route());
    const elsewhere = other.child(route(MINUTE, '/api/wallets'));
    uses(here, 'a', 10, 9);
    one.publishUses();
    expect(uses(elsewhere, 'a', 10)).toBe(1);
  });

  it('ends its window by the process that started it first', () => {
    let now = 0;
    const [one, other] = pair().map((bus) => new SharedRates(bus, () => now)) as [SharedRates, SharedRates];
    const [here, there] = [one.child(route()), other.child(route())];
    uses(here, 'a', 2, 2);
    now = 400;
    one.publishUses();
    let left = 0;
    there.incr('a', (_error, { ttl }) => (left = ttl), MINUTE, 2);
    expect(left).toBe(MINUTE - 400);
    now = MINUTE - 1;
    expect(uses(there, 'a', 2)).toBe(4);
    now = MINUTE;
    expect(uses(there, 'a', 2)).toBe(1);
  });

  it('keeps at most the maximum number of addresses', () => {
    const rates = new SharedRates(createBus()).child(route());
    for (let i = 0; i < 20_001; i += 1) uses(rates, `address ${i}`, 1_000_000);
    expect(uses(rates, 'address 20000', 1_000_000)).toBe(2);
    expect(uses(rates, 'address 0', 1_000_000)).toBe(1);
  });
});
