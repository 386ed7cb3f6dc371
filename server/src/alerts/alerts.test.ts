import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertsFixture, createAlertsFixture } from '../../test/alerts.ts';
import { createAlert } from './create-alert.ts';
import { STRICT_LIMIT } from './deps.ts';

let context: AlertsFixture;
beforeAll(async () => {
  context = await createAlertsFixture();
});
afterAll(() => context.close());

const isSent = (answer: { status: number; body: { message: string } }) => [
  answer.status,
  answer.body.message,
];

describe('a price alert', () => {
  it('is created, listed newest first, and deleted', async () => {
    const who = await context.createUser();
    expect(await context.list(who)).toEqual([]);
    const first = (await context.ask(who, { threshold: '۱۰۱۵۰۰' })).body.baseDTO;
    expect(first).toEqual({
      id: expect.any(String),
      marketType: 'TETHER_TOMAN',
      direction: 'ABOVE',
      threshold: '101500',
      repeat: 'ONCE',
      state: 'WAITING',
      firedAtDateTime: null,
      firedPrice: null,
      pausedUntilDateTime: null,
      createdAtDateTime: new Date(context.clock.now()).toISOString(),
    });
    const second = (
      await context.ask(who, {
        marketType: 'BITCOIN_TETHER',
        direction: 'BELOW',
        threshold: 90_000.5,
        repeat: 'DAILY',
      })
    ).body.baseDTO;
    expect(second).toMatchObject({ threshold: '90000.50', repeat: 'DAILY' });
    expect(await context.list(who)).toEqual([second, first]);
    expect((await context.act(who, 'DELETE', first.id)).status).toBe(200);
    expect(isSent(await context.act(who, 'DELETE', first.id))).toEqual([404, 'NOT_FOUND']);
    expect(isSent(await context.act(who, 'POST', 'no-id/arm'))).toEqual([404, 'NOT_FOUND']);
    expect(await context.list(who)).toEqual([second]);
  });

  it('is refused with a readable error when it is invalid, and nothing is stored', async () => {
    const who = await context.createUser();
    for (const [more, refusal] of [
      [{ marketType: 'TETHER_TETHER' }, [400, 'BAD_REQUEST']],
      [{ marketType: 'TOMAN_TOMAN' }, [400, 'BAD_REQUEST']],
      [{ direction: 'SIDEWAYS' }, [400, 'BAD_REQUEST']],
      [{ repeat: 'ALWAYS' }, [400, 'BAD_REQUEST']],
      [{ threshold: '101000.5' }, [400, 'UNACCEPTABLE_AMOUNT']],
      [{ threshold: '0' }, [400, 'UNACCEPTABLE_AMOUNT']],
      [{ threshold: '-5' }, [400, 'UNACCEPTABLE_AMOUNT']],
      [{ threshold: '1'.repeat(60) }, [400, 'UNACCEPTABLE_AMOUNT']],
    ] as const)
      expect(isSent(await context.ask(who, more))).toEqual(refusal);
    expect(await context.list(who)).toEqual([]);
  });

  it('that would fire immediately is refused with the price', async () => {
    const who = await context.createUser();
    for (const [direction, threshold] of [
      ['ABOVE', '99000'],
      ['ABOVE', '100000'],
      ['BELOW', '100000'],
      ['BELOW', '101000'],
    ]) {
      const { status, body } = await context.ask(who, { direction, threshold });
      expect([status, body.message, body.data]).toEqual([409, 'ALERT_ALREADY_REACHED', { price: '100000' }]);
    }
    expect((await context.ask(who, { direction: 'ABOVE', threshold: '100001' })).status).toBe(200);
  });

  it('requested twice is one alert, with the later pause', async () => {
    const who = await context.createUser();
    const [one, two] = await Promise.all([context.ask(who), context.ask(who)]);
    expect(one.body.baseDTO.id).toBe(two.body.baseDTO.id);
    await context.ask(who, { repeat: 'HOURLY' });
    expect((await context.list(who)).map(({ repeat }) => repeat)).toEqual(['HOURLY']);
  });

  it('is limited to twenty per person, however many concurrent requests there are', async () => {
    const who = await context.createUser();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => context.ask(who, { threshold: String(110_000 + n) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect([body.message, body.data]).toEqual(['TOO_MANY_ALERTS', { most: 20 }]);
    expect(await context.list(who)).toHaveLength(20);
    // An existing alert needs no room.
    expect((await context.ask(who, { threshold: (await context.list(who))[7]?.threshold })).status).toBe(200);
  });

  it('makes room once it is over, the oldest fired one first', async () => {
    const who = await context.createUser();
    for (let n = 0; n < 20; n += 1) await context.ask(who, { threshold: String(100_500 + n * 500) });
    await context.at({ TETHER: '100500' });
    await context.at({ TETHER: '101000' });
    expect((await context.ask(who, { threshold: '120000' })).status).toBe(200);
    const left = await context.list(who);
    expect([left.length, left.filter(({ state }) => state === 'FIRED').map((row) => row.threshold)]).toEqual([
      20,
      ['101000'],
    ]);
    await context.at({ TETHER: '100000' });
  });

  it('is not created for a halted market', async () => {
    const who = await context.createUser();
    context.prices.stallSources('second');
    context.clock.advance(20_000);
    await context.market.refresh();
    expect(isSent(await context.ask(who))).toEqual([409, 'MARKET_IS_NOT_ACTIVE']);
    context.prices.clearOverrides();
    await context.at({ TETHER: '100000', BITCOIN: '100000' });
    expect((await context.ask(who)).status).toBe(200);
  });

  it('is rate limited per hour, outside the sandbox', async () => {
    const who = await context.createUser();
    const strict = { ...context.deps, limit: STRICT_LIMIT, now: () => new Date(context.clock.now()) };
    const ask = (n: number) =>
      createAlert(strict, who.id, {
        marketType: 'TETHER_TOMAN',
        direction: 'ABOVE',
        threshold: String(110_000 + (n % 20)),
        repeat: 'ONCE',
      });
    for (let n = 0; n < STRICT_LIMIT.max; n += 1) await ask(n);
    await expect(ask(1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retryAfter: 3_600 } });
    context.clock.advance(3_600_000);
    await context.market.refresh();
    expect(await ask(1)).toMatchObject({ state: 'WAITING' });
  });
});
