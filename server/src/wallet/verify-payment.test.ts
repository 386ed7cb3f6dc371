import { maskCard } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CARD, PUBLIC_URL, started, type WalletKit, walletKit } from '../../test/wallet.ts';
import type { PaymentGateway } from './ports.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAGE = `${PUBLIC_URL}/redirect-from-banks?from=wallet&payment=`;

let kit: WalletKit;
beforeAll(async () => {
  kit = await walletKit();
});
afterEach(async () => {
  for (const name of Object.keys(kit.faults)) delete kit.faults[name as keyof typeof kit.faults];
  kit.gateways.splice(0, 10, kit.bank);
  kit.outage.commands = 0;
  await kit.expectSoundBooks();
});
afterAll(() => kit.close());

async function begin(changes: Record<string, unknown> = {}) {
  const userId = kit.person();
  return { userId, ...started(await kit.deposit(userId, changes)) };
}

const comeBack = (authority: string, status = 'OK', gateway = 'SANDBOX') =>
  kit.comeBack(`${PUBLIC_URL}/api/payments/${gateway}/return?Authority=${authority}&Status=${status}`);

/** How often the bank is asked from now on. */
function counting(): () => number {
  let asked = 0;
  const verify: PaymentGateway['verify'] = async (payment) => {
    asked += 1;
    // Long enough for all to arrive.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return kit.bank.verify(payment);
  };
  kit.gateways.splice(0, 1, { ...kit.bank, verify });
  return () => asked;
}

/** The bank without its list of unverified payments, so that the sweep's own times show. */
const withoutList = (changes: Partial<PaymentGateway> = {}): PaymentGateway => {
  const { listUnverified: _, ...bank } = kit.bank;
  return { ...bank, ...changes };
};

test('paid, back at our site, verified, credited', async () => {
  const { userId, id, authority } = await begin();
  const told: unknown[] = [];
  const stop = kit.bus.subscribe('wallets', (message) => told.push(message));
  const location = await kit.comeBack(await kit.atBank(authority));
  stop();
  expect(location).toBe(PAGE + id);
  expect(told).toEqual([{ userId, coins: ['TOMAN'] }]);
  expect(await kit.payment(id)).toMatchObject({
    state: 'PAID',
    cardNumber: maskCard(CARD),
    trackingCode: expect.stringMatching(/^\d{12}$/),
    reason: null,
  });
  expect(await kit.balance(userId)).toBe('1000000');
});

describe('once', () => {
  test('coming back twice', async () => {
    const { userId, id, authority } = await begin();
    const back = await kit.atBank(authority);
    expect([await kit.comeBack(back), await kit.comeBack(back)]).toEqual([PAGE + id, PAGE + id]);
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('twenty at the same time on two servers, with the sweep', async () => {
    const { userId, id, authority } = await begin();
    const back = await kit.atBank(authority);
    const places = await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => kit.comeBack(back, i % 2 ? kit.http : kit.http2)),
      kit.sweep(),
    ]);
    expect(new Set(places.slice(0, 20))).toEqual(new Set([PAGE + id]));
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('twenty at the same time on two servers, after it had failed', async () => {
    const { userId, authority } = await begin({ amount: '25000000' });
    await comeBack(authority, 'NOK');
    const back = await kit.atBank(authority);
    await Promise.all(Array.from({ length: 20 }, (_, i) => kit.comeBack(back, i % 2 ? kit.http : kit.http2)));
    expect(await kit.balance(userId)).toBe('25000000');
  });

  test('the authority of a paid payment brings nothing again', async () => {
    const { userId, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    const asked = counting();
    await comeBack(authority, 'OK');
    await comeBack(authority, 'NOK');
    expect(asked()).toBe(0);
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('those who ask at the same time share one question to the gateway', async () => {
    const { authority } = await begin();
    const back = await kit.atBank(authority);
    const asked = counting();
    await Promise.all(Array.from({ length: 10 }, () => kit.comeBack(back)));
    expect(asked()).toBe(1);
  });

  test('what is settled stays so in the database', async () => {
    const { id, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    const change = (set: string) => sql.raw(`update payments set ${set} where id = '${id}'`).execute(kit.db);
    await expect(change("state = 'FAILED', reason = 'EXPIRED'")).rejects.toThrow('stays');
    await expect(change('settled_at = null')).rejects.toThrow('stays');
    await expect(sql.raw(`delete from payments where id = '${id}'`).execute(kit.db)).rejects.toThrow(
      'append-only',
    );
    const open = await begin();
    await expect(sql`update payments set amount = 1 where id = ${open.id}`.execute(kit.db)).rejects.toThrow(
      'stays',
    );
    await expect(
      sql`update payments set authority = 'S1' where id = ${open.id}`.execute(kit.db),
    ).rejects.toThrow('stays');
  });
});

describe('the browser is not believed', () => {
  test('OK without money, then money', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, 'OK');
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'NOT_PAID' });
    expect(await kit.balance(userId)).toBe('0');
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.payment(id)).toMatchObject({ state: 'PAID', reason: null });
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('NOK, then OK', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, 'NOK');
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('NOK although it is paid', async () => {
    const { userId, authority } = await begin();
    await kit.atBank(authority);
    await comeBack(authority, 'NOK');
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('NOK, and the money comes without the browser', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, 'NOK');
    await kit.atBank(authority);
    kit.clock.advance(3 * MINUTE);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'PAID' });
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test("somebody else's authority credits its owner, an unknown one nobody", async () => {
    const [mine, theirs] = [await begin(), await begin()];
    await kit.atBank(theirs.authority);
    expect(await comeBack(theirs.authority)).toBe(PAGE + theirs.id);
    expect([await kit.balance(mine.userId), await kit.balance(theirs.userId)]).toEqual(['0', '1000000']);
    expect(await kit.payment(mine.id)).toMatchObject({ state: 'PENDING' });
    const nowhere = `${PUBLIC_URL}/redirect-from-banks`;
    expect(await comeBack(`S${'0'.repeat(35)}`)).toBe(nowhere);
    expect(await comeBack('')).toBe(nowhere);
    expect(await comeBack(mine.authority, 'OK', 'ZARINPAL')).toBe(nowhere);
  });

  test('an amount in the query changes nothing', async () => {
    const { userId, authority } = await begin();
    await kit.comeBack(`${await kit.atBank(authority)}&amount=99000000`);
    expect(await kit.balance(userId)).toBe('1000000');
  });
});

describe('nobody comes back', () => {
  test('the list of the gateway wakes the sweep at once', async () => {
    const { userId, authority } = await begin();
    await kit.atBank(authority);
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('without a list it takes two minutes', async () => {
    kit.gateways.splice(0, 1, withoutList());
    const { userId, authority } = await begin();
    await kit.atBank(authority);
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('0');
    kit.clock.advance(2 * MINUTE + 1);
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('who still types is left in peace; who left has failed, and may still pay within the day', async () => {
    kit.gateways.splice(0, 1, withoutList());
    const { userId, id, authority } = await begin();
    kit.clock.advance(3 * MINUTE);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'PENDING' });
    kit.clock.advance(30 * MINUTE);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'EXPIRED' });
    await kit.atBank(authority);
    kit.clock.advance(10 * HOUR);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'PAID', reason: null });
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('after a day it is asked about no more', async () => {
    const asked: string[] = [];
    const verify: PaymentGateway['verify'] = (payment) => {
      asked.push(payment.authority);
      return kit.bank.verify(payment);
    };
    kit.gateways.splice(0, 1, withoutList({ verify }));
    const { id, authority } = await begin();
    for (let hour = 0; hour < 72; hour += 1) {
      kit.clock.advance(HOUR);
      await kit.sweep();
    }
    const times = asked.filter((a) => a === authority).length;
    expect(times).toBeGreaterThan(5);
    expect(times).toBeLessThan(15);
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'EXPIRED' });
    const { rows } = await sql`select next_check_at from payments where id = ${id}`.execute(kit.db);
    expect(rows).toEqual([{ next_check_at: null }]);
  });

  test('a gateway that is silent for a day: told so, and still credited when it speaks', async () => {
    let silent = true;
    kit.gateways.splice(
      0,
      1,
      withoutList({
        verify: async (payment) =>
          silent ? { state: 'UNKNOWN', reason: 'timeout' } : kit.bank.verify(payment),
      }),
    );
    const { userId, id, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    kit.clock.advance(23 * HOUR);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'PENDING' });
    kit.clock.advance(HOUR + 1);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'GATEWAY_UNAVAILABLE' });
    silent = false;
    kit.clock.advance(7 * HOUR);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'PAID' });
    expect(await kit.balance(userId)).toBe('1000000');
  });
});

describe('cut off', () => {
  test('the answer to the verification is lost: later it was verified before, and is credited', async () => {
    kit.faults.lostVerifications = 1;
    const { userId, id, authority } = await begin();
    expect(await kit.comeBack(await kit.atBank(authority))).toBe(PAGE + id);
    expect(await kit.payment(id)).toMatchObject({ state: 'PENDING' });
    await comeBack(authority);
    expect(await kit.payment(id)).toMatchObject({ state: 'PAID' });
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('verified, but the books were away: the sweep credits', async () => {
    kit.outage.commands = 1;
    const { userId, id, authority } = await begin();
    expect(await kit.comeBack(await kit.atBank(authority))).toBe(PAGE + id);
    expect(await kit.balance(userId)).toBe('0');
    kit.clock.advance(3 * MINUTE);
    await kit.sweep();
    expect(await kit.payment(id)).toMatchObject({ state: 'PAID' });
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('the sweep itself fails once', async () => {
    const { userId, authority } = await begin();
    await kit.atBank(authority);
    kit.outage.commands = 1;
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('0');
    kit.clock.advance(5 * MINUTE);
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('1000000');
  });
});
