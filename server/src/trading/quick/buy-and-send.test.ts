import type { Refusal } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seed } from '../../../test/seed.ts';
import {
  BITCOIN,
  bitcoin,
  OTHER_BITCOIN,
  type Person,
  RIPPLE,
  type WithdrawalFixture,
  withdrawalFixture,
} from '../../../test/withdrawal.ts';
import { houseAccount } from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { buyAndSend, type Sending } from './buy-and-send.ts';
import type { QuickTradeDeps } from './place-quick-trade.ts';

const PRICE = '100000000';
let context: WithdrawalFixture;
let deps: QuickTradeDeps & { db: WithdrawalFixture['db']; sending: Sending };
let ann: Person;
let caller: Caller;

beforeAll(async () => {
  context = await withdrawalFixture();
  deps = {
    db: context.db,
    ledger: context.ledger,
    bus: context.bus,
    clock: context.clock,
    wageOf: () => 4_000n,
    stablecoinsBought: async () => 0n,
    tetherComing: async () => 0n,
    rules: {
      current: () => ({ stablecoinPerYear: null, stablecoinHolding: null }) as never,
      tradingOpensAt: () => null,
    },
    market: {
      coin: context.deps.market.coin,
      tomanValue: context.deps.market.tomanValue,
      judge: () => ({ ok: true }),
    },
    sending: context.withdrawal,
  };
  await seed(context.ledger, houseAccount('BITCOIN', 'inventory'), 10n ** 10n);
});
afterAll(() => context.close());

beforeEach(async () => {
  ann = await context.rich();
  const signedIn = await context.identity.authenticate(ann.token);
  if (!signedIn) throw new Error('no session');
  caller = signedIn;
});
afterEach(async () => {
  deps.sending = context.withdrawal;
  context.holds.deposit = null;
  await sql`update kill_switch set stopped = false`.execute(context.db);
  await context.expectSoundBooks();
});

const save = (address = BITCOIN, more: object = {}) =>
  context.send(ann, 'POST', '/wallets/address-book', {
    label: 'own',
    relatedCoin: 'BITCOIN',
    tokenType: 'BITCOIN',
    address,
    ...more,
  });
const buy = async (amount: string, destinationWallet = BITCOIN, key?: string) =>
  JSON.parse(
    await buyAndSend(
      deps,
      caller,
      { marketType: 'BITCOIN_TOMAN', amount, unitPrice: PRICE, destinationWallet },
      key === undefined ? null : { key, digest: key },
    ),
  );
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Refusal) => error.code,
  );
const orders = async () =>
  (await sql`select from orders where user_id = ${ann.id}`.execute(context.db)).rows.length;

describe('coins that are bought and sent on', () => {
  it('leave by a withdrawal of their own, to an address of the book', async () => {
    await save();
    const order = await buy('0.1');
    expect(order).toMatchObject({ message: 'order executed', baseDTO: { amount: '0.10000000' } });
    expect(await context.purse(ann, 'BITCOIN')).toEqual(['10.00000000', '0.10000000']);
    expect(await context.list(ann)).toEqual([
      expect.objectContaining({
        amount: '0.10000000',
        destinationWalletAddress: BITCOIN,
        label: 'own',
        state: 'APPROVED',
      }),
    ]);
  });

  it('carry the tag that the address was saved with, if there is one alone', async () => {
    const coins = { asset: 'RIPPLE', tokenType: undefined, amount: 100_000_000n, address: RIPPLE } as const;
    const xrp = { relatedCoin: 'RIPPLE', tokenType: 'RIPPLE' };
    await save(RIPPLE, { ...xrp, tag: '42' });
    await context.give(ann.id, 'RIPPLE', '1000');
    await context.withdrawal.sendBought(caller, crypto.randomUUID(), coins);
    expect((await context.list(ann))[0]).toMatchObject({ relatedCoin: 'RIPPLE', tag: '42' });
    await save(RIPPLE, { ...xrp, tag: '43' });
    expect(await refusal(context.withdrawal.checkBought(caller, coins))).toBe('ADDRESS_NOT_ALLOWED');
  });

  it('are not bought where they could not leave', async () => {
    expect(await refusal(buy('0.1'))).toBe('ADDRESS_NOT_ALLOWED');
    expect(await refusal(buy('0.1', 'nonsense'))).toBe('INVALID_ADDRESS');
    await save();
    expect(await refusal(buy('0.1', OTHER_BITCOIN))).toBe('ADDRESS_NOT_ALLOWED');
    expect(await refusal(buy('0.0005'))).toBe('AMOUNT_IS_LOW');
    // So much needs an SMS beside the e-mail.
    expect(await refusal(buy('0.5'))).toBe('SMS_CODE_NEEDED');
    context.holds.deposit = new Date(context.clock.now() + 1_000);
    expect(await refusal(buy('0.1'))).toBe('DEPOSIT_HOLD');
    context.holds.deposit = null;
    await sql`update users set withdrawals_held_until = ${new Date(context.clock.now() + 1_000)}
      where id = ${ann.id}`.execute(context.db);
    expect(await refusal(buy('0.1'))).toBe('WITHDRAWAL_HOLD');
    await sql`update users set withdrawals_held_until = null where id = ${ann.id}`.execute(context.db);
    await sql`update kill_switch set stopped = true`.execute(context.db);
    expect(await refusal(buy('0.1'))).toBe('WITHDRAWALS_STOPPED');
    expect(await orders()).toBe(0);
    expect(await context.purse(ann, 'BITCOIN')).toEqual(['10.00000000', '0.00000000']);
  });

  it('with the whitelist on, not before the address may be used', async () => {
    await context.send(ann, 'PUT', '/wallets/whitelist', { on: true });
    ann.token = await context.newSession(ann);
    await save();
    expect(await refusal(buy('0.1'))).toBe('ADDRESS_NOT_ALLOWED');
    expect(await orders()).toBe(0);
  });

  it('count against the limits of a day', async () => {
    await save();
    // As many as there are in a day would need an SMS, and then the staff.
    await sql`update withdrawal_thresholds set sms = 1e18, review = 1e18`.execute(context.db);
    for (let i = 0; i < 11; i += 1) await context.withdraw(ann, bitcoin('0.45'));
    expect(await refusal(buy('0.1'))).toBe('DAILY_LIMIT');
    expect(await orders()).toBe(0);
    await sql`update withdrawal_thresholds set sms = 5e13, review = 3e14`.execute(context.db);
  });
});

describe('one key', () => {
  it('ten times at once buys once and sends once', async () => {
    await save();
    const replies = await Promise.all(Array.from({ length: 10 }, () => buy('0.1', BITCOIN, 'key-12345')));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await context.list(ann)).toHaveLength(1);
    expect(await orders()).toBe(1);
    // And long after, when neither would be allowed.
    await sql`update kill_switch set stopped = true`.execute(context.db);
    expect(await buy('0.1', BITCOIN, 'key-12345')).toEqual(replies[0]);
  });

  it('finishes what was cut off between the two', async () => {
    await save();
    deps.sending = {
      checkBought: context.withdrawal.checkBought,
      sendBought: () => Promise.reject(new Error('killed')),
    };
    await expect(buy('0.1', BITCOIN, 'key-12345')).rejects.toThrow('killed');
    expect(await context.list(ann)).toEqual([]);
    deps.sending = context.withdrawal;
    await buy('0.1', BITCOIN, 'key-12345');
    await buy('0.1', BITCOIN, 'key-12345');
    expect(await context.list(ann)).toHaveLength(1);
    expect(await orders()).toBe(1);
  });

  it('what can leave no more after it was bought stays, and the answer says why', async () => {
    await save();
    deps.sending = {
      async checkBought(by, coins) {
        await context.withdrawal.checkBought(by, coins);
        await sql`update kill_switch set stopped = true`.execute(context.db);
      },
      sendBought: context.withdrawal.sendBought,
    };
    const reply = await buy('0.1', BITCOIN, 'key-12345');
    expect(reply).toMatchObject({ status: 'OK', message: 'WITHDRAWALS_STOPPED' });
    expect(await context.purse(ann, 'BITCOIN')).toEqual(['10.10000000', '0.00000000']);
  });
});
