import { expect, it } from 'vitest';
import { createBus } from './bus.ts';
import { bridgeBus, type IpcChannel } from './link-bus.ts';

/** Two connected channels; `sent` counts the messages. */
function pipes(): { here: IpcChannel; there: IpcChannel; countSent: () => number } {
  const handlers: ((message: unknown) => void)[] = [];
  let sentCount = 0;
  const end = (own: number): IpcChannel => ({
    send(message) {
      sentCount += 1;
      handlers[1 - own]?.(structuredClone(message));
    },
    listen(handler) {
      handlers[own] = handler;
      return () => delete handlers[own];
    },
  });
  return { here: end(0), there: end(1), countSent: () => sentCount };
}

it('forwards a message to the other end without sending it back', () => {
  const [server, worker] = [createBus(), createBus()];
  const { here, there, countSent } = pipes();
  const stop = bridgeBus(server, here, ['user', 'price_sheet']);
  bridgeBus(worker, there, ['user', 'notices']);
  const messages: string[] = [];
  for (const [name, bus] of [
    ['server', server],
    ['worker', worker],
  ] as const) {
    bus.subscribe('user', ({ userId }) => messages.push(`${name} user ${userId}`));
    bus.subscribe('notices', ({ unread }) => messages.push(`${name} notices ${unread}`));
    bus.subscribe('price_sheet', ({ markets }) => messages.push(`${name} price ${markets[0]?.buy}`));
    bus.subscribe('orders', () => messages.push(`${name} orders`));
  }
  worker.publish('user', { userId: 'ann' });
  server.publish('user', { userId: 'ben' });
  worker.publish('notices', { userId: 'ann', unread: 3 });
  const reference = { price: 1n, change: null, validUntil: 2 };
  server.publish('price_sheet', {
    at: 1,
    markets: [{ market: 'BITCOIN_TOMAN', buy: 10n ** 20n, sell: 1n, reference }],
  });
  // Messages that accompany every trade are not forwarded.
  server.publish('orders', { userId: 'ann', order: {} });
  expect(messages.sort()).toEqual([
    'server notices 3',
    'server orders',
    'server price 100000000000000000000',
    'server user ann',
    'server user ben',
    'worker notices 3',
    'worker price 100000000000000000000',
    'worker user ann',
    'worker user ben',
  ]);
  expect(countSent()).toBe(4);
  stop();
  server.publish('user', { userId: 'cyrus' });
  expect(countSent()).toBe(4);
});
