import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CustodyTestFixture,
  createCustodyFixture,
  type Depositor,
  getChainOf,
} from '../../../test/custody.ts';
import { listCoinDeposits } from './list-deposits.ts';

const BTC = 100_000_000n;

let t: CustodyTestFixture;
let person: Depositor;
beforeEach(async () => {
  t = await createCustodyFixture();
  person = await t.person();
  await t.scanner.scanOnce('BITCOIN');
});
afterEach(async () => {
  await t.expectSoundBooks();
  await t.close();
});

const check = async (by: Depositor, coin: string, more: { txid?: string; cryptoNetwork?: string } = {}) => {
  const query = new URLSearchParams({ relatedCoin: coin, tokenType: coin, ...more });
  const { status, body } = await t.call('GET', `/wallets/check-confirmed-transaction?${query}`, {
    token: by.token,
  });
  return status === 200 ? body.baseDTO : body.message;
};

/** Makes the scanner miss a payment: the cursor is beyond it, and no row exists. */
async function miss(): Promise<void> {
  await t.scanner.scanOnce('BITCOIN');
  await sql`delete from coin_deposits`.execute(t.db);
}

describe('a user’s request for a missing deposit', () => {
  it('returns the state of a deposit that is known', async () => {
    const txid = await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', 2);
    const standing = { amount: '1.00000000', neededConfirmations: 3 };
    for (const more of [{}, { txid }, { txid: ` ${txid.toUpperCase()} ` }])
      expect(await check(person, 'BITCOIN', more)).toEqual({
        ...standing,
        transactionIsDone: false,
        confirmations: 2,
      });
    await t.mineAndScan('BITCOIN');
    expect(await check(person, 'BITCOIN', { txid })).toEqual({
      ...standing,
      transactionIsDone: true,
      confirmations: 3,
    });
    expect(await check(person, 'BITCOIN')).toMatchObject({ amount: null, transactionIsDone: false });
  });

  it('records an unseen deposit, mined or not, and credits it once it has enough confirmations', async () => {
    const early = await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', 1);
    await miss();
    expect(await check(person, 'BITCOIN', { txid: early })).toMatchObject({
      amount: '1.00000000',
      confirmations: 1,
    });
    const late = await t.pay(person, 'BITCOIN', 2n * BTC);
    expect(await check(person, 'BITCOIN', { txid: late })).toMatchObject({
      amount: '2.00000000',
      confirmations: 0,
    });
    const page = { limit: 10, size: 9, offset: 0, before: null };
    const deposits = await listCoinDeposits(t.context, person.id, null, page);
    expect(deposits.map(({ raisedByUser }) => raisedByUser)).toEqual([true, true]);
    await t.mineAndScan('BITCOIN', 3);
    expect(await t.balance(person.id, 'BITCOIN')).toBe(3n * BTC);
  });

  it('finds an unconfirmed deposit without its transaction hash', async () => {
    await t.pay(person, 'BITCOIN', BTC);
    expect(await check(person, 'BITCOIN')).toMatchObject({ amount: '1.00000000', transactionIsDone: false });
  });

  it('does not reveal a deposit to another user’s address', async () => {
    const other = await t.person();
    await t.address(person, 'BITCOIN');
    const txid = await t.pay(other, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', 1);
    await miss();
    for (const more of [{}, { txid }, { txid: 'a'.repeat(64) }])
      expect(await check(person, 'BITCOIN', more)).toMatchObject({ amount: null, transactionIsDone: false });
    expect(await t.deposits()).toEqual([]);
  });

  it('does not reveal a deposit to another tag of the same account', async () => {
    const other = await t.person();
    await t.scanner.scanOnce('RIPPLE');
    await t.address(person, 'RIPPLE');
    const txid = await t.pay(other, 'RIPPLE', 50_000_000n);
    expect(await check(person, 'RIPPLE', { txid })).toMatchObject({ amount: null });
    expect(await check(other, 'RIPPLE', { txid })).toMatchObject({ amount: '50' });
  });

  it('is refused with a code for what can’t be searched', async () => {
    expect(await check(person, 'BITCOIN', { txid: 'a'.repeat(64) })).toBe('ADDRESS_NOT_FOUND');
    await t.address(person, 'BITCOIN');
    expect(await check(person, 'BITCOIN', { txid: 'xyz' })).toBe('INVALID_TXID');
    expect(await check(person, 'BITCOIN', { txid: 'a'.repeat(63) })).toBe('INVALID_TXID');
    expect(await check(person, 'NONSENSE')).toBe('You Dont Have This Coin Wallet');
    expect(await check(person, 'BITCOIN', { cryptoNetwork: 'ERC20' })).toBe('You Dont Have This Coin Wallet');
    const needing = [...t.book.coins.values()].find(({ networks }) => networks.some((one) => one.txIdNeeded));
    if (needing) expect(await check(person, needing.asset)).toBe('INVALID_TXID');
    const network = t.book.coins.get('DASH')?.networks[0];
    if (network) network.txIdNeeded = true;
    await t.address(person, 'DASH');
    expect(await check(person, 'DASH')).toBe('INVALID_TXID');
    expect(getChainOf('DASH')).toBe('DASH');
  });

  it('F11: runs concurrently with the scanner, and the deposit is credited once', async () => {
    const txids: string[] = [];
    for (let i = 0; i < 10; i += 1) txids.push(await t.pay(person, 'BITCOIN', BTC));
    await t.chains.makeBlocks('BITCOIN', 5);
    const [answers] = await Promise.all([
      Promise.all([...txids, ...txids].map((txid) => check(person, 'BITCOIN', { txid }))),
      t.scanner.scanOnce('BITCOIN'),
    ]);
    // More concurrent requests than connections: none may hold a connection while waiting for another.
    expect(answers).not.toContain('SERVICE_UNAVAILABLE');
    await t.mineAndScan('BITCOIN', 1);
    await t.scanner.scanOnce('BITCOIN');
    expect(await t.balance(person.id, 'BITCOIN')).toBe(10n * BTC);
  });

  it('is not credited when the block of the deposit is gone by the time it is settled', async () => {
    const txid = await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', 2);
    await miss();
    await check(person, 'BITCOIN', { txid });
    // The node's chain has changed, and no block shows it yet.
    await sql`update sandbox_transactions set dropped = true, height = null`.execute(t.db);
    await t.mineAndScan('BITCOIN', 3);
    expect(await t.balance(person.id, 'BITCOIN')).toBe(0n);
  });
});
