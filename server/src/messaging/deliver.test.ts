import { describe, expect, it } from 'vitest';
import { letEventLoopRun } from '../../test/turns.ts';
import { createLog } from '../platform/log.ts';
import { createDelivery } from './deliver.ts';
import { Undeliverable } from './ports.ts';

const log = createLog('silent');

describe('delivery', () => {
  it('retries, and gives up in the end', async () => {
    const tries: string[] = [];
    const message = (to: string) => ({
      about: to,
      async send() {
        tries.push(to);
        if (to === 'never' || tries.filter((one) => one === to).length < 3) throw new Error('server away');
      },
    });
    const delivery = createDelivery(log, [1, 1, 1]);
    delivery.send(message('third'));
    delivery.send(message('never'));
    await delivery.waitUntilIdle();
    expect(tries.filter((to) => to === 'third')).toHaveLength(3);
    expect(tries.filter((to) => to === 'never')).toHaveLength(4);
  });

  it('sends messages to one address in order, without delaying other addresses', async () => {
    const deliveries: string[] = [];
    const first = Promise.withResolvers<void>();
    const delivery = createDelivery(log, [1]);
    const send = (to: string, text: string, before = Promise.resolve()) =>
      delivery.send({ about: text, to, send: () => before.then(() => void deliveries.push(text)) });
    send('ann', 'old code', first.promise);
    send('ann', 'new code');
    send('ben', 'his code');
    await expect.poll(() => deliveries).toEqual(['his code']);
    first.resolve();
    await delivery.waitUntilIdle();
    expect(deliveries).toEqual(['his code', 'old code', 'new code']);
  });

  it('sends a newer message to the same address before it retries the older one', async () => {
    const deliveries: string[] = [];
    let tries = 0;
    const delivery = createDelivery(log, [50]);
    delivery.send({
      about: 'old',
      to: 'ann',
      async send() {
        tries += 1;
        if (tries === 1) throw new Error('server away');
        deliveries.push('old');
      },
    });
    delivery.send({ about: 'new', to: 'ann', send: async () => void deliveries.push('new') });
    await delivery.waitUntilIdle();
    expect(deliveries).toEqual(['new', 'old']);
  });

  it('does not retry a permanent refusal', async () => {
    let tries = 0;
    const delivery = createDelivery(log, [1, 1, 1]);
    delivery.send({
      about: 'x',
      async send() {
        tries += 1;
        throw new Undeliverable('no such mailbox');
      },
    });
    await delivery.waitUntilIdle();
    expect(tries).toBe(1);
  });

  it('sends a few at a time and all in the end', async () => {
    let running = 0;
    let most = 0;
    let sentCount = 0;
    const send = async () => {
      running += 1;
      most = Math.max(most, running);
      await letEventLoopRun();
      running -= 1;
      sentCount += 1;
    };
    const delivery = createDelivery(log);
    for (let i = 0; i < 23; i += 1) delivery.send({ about: 'x', send });
    await delivery.waitUntilIdle();
    expect([most, sentCount]).toEqual([5, 23]);
  });

  it('stops without waiting for pending retries', async () => {
    const delivery = createDelivery(log, [3_600_000]);
    delivery.send({ about: 'x', send: () => Promise.reject(new Error('server away')) });
    await delivery.stop();
  });
});
