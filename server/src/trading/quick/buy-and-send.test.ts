import type { AppError } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fundAccount } from '../../../test/seed.ts';
import {
  BITCOIN,
  bitcoinIntent,
  createWithdrawalFixture,
  OTHER_BITCOIN,
  type Person,
  type WithdrawalFixture,
} from '../../../test/withdrawal.ts';
import { houseAccount } from '../../ledger/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { buyAndSend, type PurchaseWithdrawal } from './buy-and-send.ts';
import type { QuickTradeDeps } from './place-quick-trade.ts';

const PRICE = '100000000';
let context: WithdrawalFixture;
let deps: QuickTradeDeps & { db: WithdrawalFixture['db']; sending: PurchaseWithdrawal };
let ann: Person;
let caller: Caller;

beforeAll(async () => {
  context = await createWithdrawalFixture();
  deps = {
    db: context.db,
    ledger: context.ledger,
    bus: context.bus,
    clock: context.clock,
    getFeeRate: () => 4_000n,
    stablecoinsBought: async () => 0n,
    tetherComing: async () => 0n,
    rules: {
      current: () => ({ stablecoinPerYear: null, stablecoinHolding: null }) as never,
      tradingOpensAt: () => null,
    },
    refusePaused() {},
    market: {
      coin: context.deps.market.coin,
      tomanValue: context.deps.market.tomanValue,
      judge: () => ({ ok: true }),
    },
    sending: context.withdrawal.bought,
  };
  await fundAccount(context.ledger, houseAccount('BITCOIN', 'inventory'), 10n ** 10n);
});
afterAll(() => context.close());

beforeEach(async () => {
  ann = await context.createFundedPerson();
  const signedIn = await context.identity.authenticate(ann.token);
  if (!signedIn) throw new Error('no session');
  caller = signedIn;
});
afterEach(async () => {
  deps.sending = context.withdrawal.bought;
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
/** Request for the code. */
const sendCode = async (amount: string, to = BITCOIN) => {
  await sql`delete from limit_counters`.execute(context.db);
  const intent = bitcoinIntent(amount, { destinationWalletAddress: to });
  return context.send(ann, 'POST', '/users/send-code', { ...intent, bought: true });
};
async function codeOf(amount: string, to = BITCOIN): Promise<string> {
  const { status, body } = await sendCode(amount, to);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return context.codeFor(ann.email);
}
interface Buying {
  to?: string;
  code?: string | undefined;
  key?: string;
}
const buy = async (amount: string, { to = BITCOIN, code, key }: Buying = {}) =>
  JSON.parse(
    await buyAndSend(
      deps,
      caller,
      { marketType: 'BITCOIN_TOMAN', amount, unitPrice: PRICE, destinationWallet: to, code },
      key === undefined ? null : { key, digest: key },
    ),
  );
const buyConfirmed = async (amount: string, more: Buying = {}) =>
  buy(amount, { ...more, code: await codeOf(amount, more.to) });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: AppError) => error.code,
  );
const orders = async () =>
  (await sql`select from orders where user_id = ${ann.id}`.execute(context.db)).rows.length;

describe('buyAndSend', () => {
  it('withdraws the bought coins to any address by a code for exactly this withdrawal', async () => {
    const order = await buyConfirmed('0.1');
    expect(order).toMatchObject({ message: 'order executed', baseDTO: { amount: '0.10000000' } });
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['10.00000000', '0.10000000']);
    expect(await context.list(ann)).toEqual([
      expect.objectContaining({
        amount: '0.10000000',
        destinationWalletAddress: BITCOIN,
        state: 'APPROVED',
      }),
    ]);
  });

  it('sends the code before the coins are bought', async () => {
    const before = await sendCode('10.2');
    expect(before.body.message).not.toBe('Not Enough Balance');
    expect((await context.sendCode(ann, bitcoinIntent('10.2'))).body.message).toBe('Not Enough Balance');
  });

  it('a stolen session can withdraw neither to an address book entry, nor to a new address, nor without a code', async () => {
    await save();
    await save(OTHER_BITCOIN);
    for (const to of [BITCOIN, OTHER_BITCOIN]) {
      expect(await refusal(buy('0.1', { to }))).toBe('BAD_REQUEST');
      expect(await refusal(buy('0.1', { to, code: '123456' }))).toBe('Code Expired');
    }
    const code = await codeOf('0.1');
    expect(await refusal(buy('0.1', { code: code === '111111' ? '222222' : '111111' }))).toBe(
      'Incorrect OTP',
    );
    // A code for something else: another address, another amount.
    expect(await refusal(buy('0.1', { code, to: OTHER_BITCOIN }))).toBe('Incorrect OTP');
    expect(await refusal(buy('0.11', { code }))).toBe('Incorrect OTP');
    expect(await orders()).toBe(0);
    expect(await context.list(ann)).toEqual([]);
    expect(await buy('0.1', { code })).toMatchObject({ message: 'order executed' });
    // A code works once.
    expect(await refusal(buy('0.1', { code }))).toBe('Code Expired');
    expect(await orders()).toBe(1);
  });

  it('buys nothing when the coins could not be withdrawn', async () => {
    const code = await codeOf('0.1');
    expect(await refusal(buy('0.1', { code, to: 'nonsense' }))).toBe('INVALID_ADDRESS');
    expect(await refusal(buy('0.0005', { code }))).toBe('AMOUNT_IS_LOW');
    const own = (await context.address(ann, 'BITCOIN')).body.baseDTO.address;
    expect(await refusal(buy('0.1', { code, to: own }))).toBe('OWN_ADDRESS');
    // This amount needs an SMS code in addition to the e-mail code.
    expect(await refusal(buy('0.5', { code }))).toBe('SMS_CODE_NEEDED');
    context.holds.deposit = new Date(context.clock.now() + 1_000);
    expect(await refusal(buy('0.1', { code }))).toBe('DEPOSIT_HOLD');
    context.holds.deposit = null;
    await sql`update users set withdrawals_held_until = ${new Date(context.clock.now() + 1_000)}
      where id = ${ann.id}`.execute(context.db);
    expect(await refusal(buy('0.1', { code }))).toBe('WITHDRAWAL_HOLD');
    await sql`update users set withdrawals_held_until = null where id = ${ann.id}`.execute(context.db);
    await sql`update kill_switch set stopped = true`.execute(context.db);
    expect(await refusal(buy('0.1', { code }))).toBe('WITHDRAWALS_STOPPED');
    expect(await orders()).toBe(0);
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['10.00000000', '0.00000000']);
  });

  it('with the whitelist on, withdraws to whitelisted addresses only, and not before one is usable', async () => {
    const code = await codeOf('0.1');
    await context.send(ann, 'PUT', '/wallets/whitelist', { on: true });
    ann.token = await context.newSession(ann);
    expect(await refusal(buy('0.1', { code }))).toBe('ADDRESS_NOT_ALLOWED');
    await save();
    expect(await refusal(buy('0.1', { code }))).toBe('ADDRESS_NOT_ALLOWED');
    expect(await orders()).toBe(0);
  });

  it('counts against the daily withdrawal limits', async () => {
    const code = await codeOf('0.1');
    // This amount in a day would otherwise need an SMS, and then staff approval.
    await sql`update withdrawal_thresholds set sms = 1e18, review = 1e18`.execute(context.db);
    for (let i = 0; i < 11; i += 1) await context.withdraw(ann, bitcoinIntent('0.45'));
    expect(await refusal(buy('0.1', { code }))).toBe('DAILY_LIMIT');
    expect(await orders()).toBe(0);
    await sql`update withdrawal_thresholds set sms = 5e13, review = 3e14`.execute(context.db);
  });

  it('releases the reservation in the limits when the purchase is refused', async () => {
    const code = await codeOf('0.1');
    const { market } = deps;
    deps.market = { ...market, judge: () => ({ ok: false, code: 'PRICE_CHANGED', price: null }) };
    expect(await refusal(buy('0.1', { code, key: 'key-12345' }))).toBe('PRICE_CHANGED');
    deps.market = market;
    const { rows } = await sql`select state from withdrawal_places where user_id = ${ann.id}`.execute(
      context.db,
    );
    expect(rows).toEqual([{ state: 'RELEASED' }]);
    expect(await buyConfirmed('0.1', { key: 'key-12345' })).toMatchObject({ message: 'order executed' });
  });
});

describe('buyAndSend with one idempotency key', () => {
  const key = 'key-12345';
  it('ten concurrent requests buy once and withdraw once', async () => {
    const code = await codeOf('0.1');
    const replies = await Promise.all(Array.from({ length: 10 }, () => buy('0.1', { code, key })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await context.list(ann)).toHaveLength(1);
    expect(await orders()).toBe(1);
    // Also much later, when neither would be allowed any longer.
    await sql`update kill_switch set stopped = true`.execute(context.db);
    expect(await buy('0.1', { code, key })).toEqual(replies[0]);
  });

  it('finishes a withdrawal that was interrupted after the purchase, without another code', async () => {
    const code = await codeOf('0.1');
    deps.sending = { ...context.withdrawal.bought, send: () => Promise.reject(new Error('killed')) };
    await expect(buy('0.1', { code, key })).rejects.toThrow('killed');
    expect(await context.list(ann)).toEqual([]);
    deps.sending = context.withdrawal.bought;
    await buy('0.1', { code, key });
    await buy('0.1', { code, key });
    expect(await context.list(ann)).toHaveLength(1);
    expect(await orders()).toBe(1);
  });

  it('leaves the coins in the wallet when the interruption lasted minutes, and says so in the reply', async () => {
    const code = await codeOf('0.1');
    deps.sending = { ...context.withdrawal.bought, send: () => Promise.reject(new Error('killed')) };
    await expect(buy('0.1', { code, key })).rejects.toThrow('killed');
    deps.sending = context.withdrawal.bought;
    context.clock.advance(180_000);
    await context.runJob('sweep-withdrawals');
    expect(await buy('0.1', { code, key })).toMatchObject({ status: 'OK', message: 'SERVICE_UNAVAILABLE' });
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['10.10000000', '0.00000000']);
    expect(await context.list(ann)).toEqual([]);
  });
});
