import { maskCard } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitForRoundTrips } from '../../../test/turns.ts';
import {
  CARD,
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import type { PaymentGateway } from '../ports.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAGE = `${PUBLIC_URL}/redirect-from-banks?from=wallet&payment=`;

let context: WalletFixture;
beforeAll(async () => {
  context = await createWalletFixture();
});
afterEach(async () => {
  for (const name of Object.keys(context.faults)) delete context.faults[name as keyof typeof context.faults];
  context.gateways.splice(0, 10, context.bank);
  context.outage.commands = 0;
  await context.expectSoundBooks();
});
afterAll(() => context.close());

async function begin(changes: Record<string, unknown> = {}) {
  const userId = context.person();
  return { userId, ...parseStartedPayment(await context.deposit(userId, changes)) };
}

const comeBack = (authority: string, status = 'OK', gateway = 'SANDBOX') =>
  context.returnFromBank(
    `${PUBLIC_URL}/api/payments/${gateway}/return?Authority=${authority}&Status=${status}`,
  );

/** Counts the requests to the bank from now on. */
function counting(): () => number {
  let requestCount = 0;
  const verify: PaymentGateway['verify'] = async (payment) => {
    requestCount += 1;
    // Long enough for all to arrive.
    await waitForRoundTrips(context.db);
    return context.bank.verify(payment);
  };
  context.gateways.splice(0, 1, { ...context.bank, verify });
  return () => requestCount;
}

/** The bank without its list of unverified payments, so that the sweep's own schedule is tested. */
const withoutList = (changes: Partial<PaymentGateway> = {}): PaymentGateway => {
  const { listUnverified: _, ...bank } = context.bank;
  return { ...bank, ...changes };
};

test('credits a payment that is paid, returned to our site and verified', async () => {
  const { userId, id, authority } = await begin();
  const messages: unknown[] = [];
  const stop = context.bus.subscribe('wallets', (message) => messages.push(message));
  const location = await context.returnFromBank(await context.decideAtBank(authority));
  stop();
  expect(location).toBe(PAGE + id);
  expect(messages).toEqual([{ userId, coins: ['TOMAN'] }]);
  expect(await context.readPayment(id)).toMatchObject({
    state: 'PAID',
    cardNumber: maskCard(CARD),
    trackingCode: expect.stringMatching(/^\d{12}$/),
    reason: null,
  });
  expect(await context.balance(userId)).toBe('1000000');
});

describe('crediting exactly once', () => {
  test("credits a payment once when the payer's browser returns from the bank twice", async () => {
    const { userId, id, authority } = await begin();
    const back = await context.decideAtBank(authority);
    expect([await context.returnFromBank(back), await context.returnFromBank(back)]).toEqual([
      PAGE + id,
      PAGE + id,
    ]);
    await context.sweep();
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits once for twenty concurrent returns on two servers, with the sweep', async () => {
    const { userId, id, authority } = await begin();
    const back = await context.decideAtBank(authority);
    const places = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) =>
        context.returnFromBank(back, i % 2 ? context.http : context.http2),
      ),
      context.sweep(),
    ]);
    expect(new Set(places.slice(0, 20))).toEqual(new Set([PAGE + id]));
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits once for twenty concurrent returns on two servers, after the payment had failed', async () => {
    const { userId, authority } = await begin({ amount: '25000000' });
    await comeBack(authority, 'NOK');
    const back = await context.decideAtBank(authority);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        context.returnFromBank(back, i % 2 ? context.http : context.http2),
      ),
    );
    expect(await context.balance(userId)).toBe('25000000');
  });

  test('credits nothing for the authority of a payment that was credited before', async () => {
    const { userId, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    const countRequests = counting();
    await comeBack(authority, 'OK');
    await comeBack(authority, 'NOK');
    expect(countRequests()).toBe(0);
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('concurrent callers share one request to the gateway', async () => {
    const { authority } = await begin();
    const back = await context.decideAtBank(authority);
    const countRequests = counting();
    await Promise.all(Array.from({ length: 10 }, () => context.returnFromBank(back)));
    expect(countRequests()).toBe(1);
  });

  test('a settled payment can’t be changed in the database', async () => {
    const { id, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    const change = (set: string) =>
      sql.raw(`update payments set ${set} where id = '${id}'`).execute(context.db);
    await expect(change("state = 'FAILED', reason = 'EXPIRED'")).rejects.toThrow('terms can not be changed');
    await expect(change('settled_at = null')).rejects.toThrow('terms can not be changed');
    await expect(sql.raw(`delete from payments where id = '${id}'`).execute(context.db)).rejects.toThrow(
      'append-only',
    );
    const open = await begin();
    await expect(
      sql`update payments set amount = 1 where id = ${open.id}`.execute(context.db),
    ).rejects.toThrow('terms can not be changed');
    await expect(
      sql`update payments set authority = 'S1' where id = ${open.id}`.execute(context.db),
    ).rejects.toThrow('terms can not be changed');
  });
});

describe('the browser’s claim is not trusted', () => {
  test('OK without payment, then paid: credited when the gateway confirms it', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, 'OK');
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'NOT_PAID' });
    expect(await context.balance(userId)).toBe('0');
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID', reason: null });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits a payment after NOK was followed by OK', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, 'NOK');
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits a payment that was paid although the browser returned with NOK', async () => {
    const { userId, authority } = await begin();
    await context.decideAtBank(authority);
    await comeBack(authority, 'NOK');
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits a payment that the gateway reports as paid although the browser returned with NOK', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, 'NOK');
    await context.decideAtBank(authority);
    context.clock.advance(3 * MINUTE);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('another payment’s authority credits that payment’s owner, and an unknown one no user', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    await context.decideAtBank(theirs.authority);
    expect(await comeBack(theirs.authority)).toBe(PAGE + theirs.id);
    expect([await context.balance(mine.userId), await context.balance(theirs.userId)]).toEqual([
      '0',
      '1000000',
    ]);
    expect(await context.readPayment(mine.id)).toMatchObject({ state: 'PENDING' });
    const nowhere = `${PUBLIC_URL}/redirect-from-banks`;
    expect(await comeBack(`S${'0'.repeat(35)}`)).toBe(nowhere);
    expect(await comeBack('')).toBe(nowhere);
    expect(await comeBack(mine.authority, 'OK', 'ZARINPAL')).toBe(nowhere);
  });

  test('ignores an amount in the query', async () => {
    const { userId, authority } = await begin();
    await context.returnFromBank(`${await context.decideAtBank(authority)}&amount=99000000`);
    expect(await context.balance(userId)).toBe('1000000');
  });
});

describe('the payer does not return', () => {
  test('verifies a payment in the next sweep when the gateway lists it as paid and the browser never returned', async () => {
    const { userId, authority } = await begin();
    await context.decideAtBank(authority);
    await context.sweep();
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('verifies a payment within two minutes where the gateway has no such list', async () => {
    context.gateways.splice(0, 1, withoutList());
    const { userId, authority } = await begin();
    await context.decideAtBank(authority);
    await context.sweep();
    expect(await context.balance(userId)).toBe('0');
    context.clock.advance(2 * MINUTE + 1);
    await context.sweep();
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('a payer at the bank is not disturbed; a payment that ended has failed, and is credited if paid within the day', async () => {
    context.gateways.splice(0, 1, withoutList());
    const { userId, id, authority } = await begin();
    context.clock.advance(3 * MINUTE);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING' });
    context.clock.advance(30 * MINUTE);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'EXPIRED' });
    await context.decideAtBank(authority);
    context.clock.advance(10 * HOUR);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID', reason: null });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('stops polling an unpaid payment after a day', async () => {
    const requests: string[] = [];
    const verify: PaymentGateway['verify'] = (payment) => {
      requests.push(payment.authority);
      return context.bank.verify(payment);
    };
    context.gateways.splice(0, 1, withoutList({ verify }));
    const { id, authority } = await begin();
    for (let hour = 0; hour < 72; hour += 1) {
      context.clock.advance(HOUR);
      await context.sweep();
    }
    const times = requests.filter((a) => a === authority).length;
    expect(times).toBeGreaterThan(5);
    expect(times).toBeLessThan(15);
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'EXPIRED' });
    const { rows } = await sql`select next_check_at from payments where id = ${id}`.execute(context.db);
    expect(rows).toEqual([{ next_check_at: null }]);
  });

  test('a gateway that does not reply for a day: the user is informed, and a payment that it confirms later is credited', async () => {
    let silent = true;
    context.gateways.splice(
      0,
      1,
      withoutList({
        verify: async (payment) =>
          silent ? { state: 'UNKNOWN', reason: 'timeout' } : context.bank.verify(payment),
      }),
    );
    const { userId, id, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    context.clock.advance(23 * HOUR);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING' });
    context.clock.advance(HOUR + 1);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'GATEWAY_UNAVAILABLE' });
    silent = false;
    context.clock.advance(7 * HOUR);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe('1000000');
  });
});

describe('an interrupted verification', () => {
  test('whose reply is lost is repeated, is reported as verified before, and is credited', async () => {
    context.faults.lostVerifications = 1;
    const { userId, id, authority } = await begin();
    expect(await context.returnFromBank(await context.decideAtBank(authority))).toBe(PAGE + id);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING' });
    await comeBack(authority);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('while the ledger is unavailable is credited by the sweep', async () => {
    context.outage.commands = 1;
    const { userId, id, authority } = await begin();
    expect(await context.returnFromBank(await context.decideAtBank(authority))).toBe(PAGE + id);
    expect(await context.balance(userId)).toBe('0');
    context.clock.advance(3 * MINUTE);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('is finished although the sweep itself fails once', async () => {
    const { userId, authority } = await begin();
    await context.decideAtBank(authority);
    context.outage.commands = 1;
    await context.sweep();
    expect(await context.balance(userId)).toBe('0');
    context.clock.advance(5 * MINUTE);
    await context.sweep();
    expect(await context.balance(userId)).toBe('1000000');
  });
});
