import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CustodyTestKit, custodyKit, type Depositor } from '../../test/custody.ts';
import { houseAccount, userAccount } from '../ledger/index.ts';

const BTC = 100_000_000n;
const NEEDED = 3;
/** Blocks that the chain has before the deposit, so that a fork may go below it. */
const BEFORE = 10;

let t: CustodyTestKit;
beforeEach(async () => {
  t = await custodyKit();
  await t.scanner.step('BITCOIN');
  await t.mine('BITCOIN', BEFORE);
});
afterEach(async () => {
  await t.expectSoundBooks();
  await t.close();
});

const states = async () => (await t.deposits()).map(({ state }) => state);
const balance = (person: Depositor) => t.balance(person.id, 'BITCOIN');
const loss = () => t.balance('house', 'BITCOIN', 'reorg_loss');

/** The deposit lies under so many blocks, its own included; then that many are replaced. */
async function fork(person: Depositor, blocks: number, depth: number, drop: boolean): Promise<void> {
  await t.pay(person, 'BITCOIN', BTC);
  await t.mine('BITCOIN', blocks);
  expect(await t.chains.reorg('BITCOIN', depth, drop)).not.toBeNull();
  await t.scanner.step('BITCOIN');
}

/** It is spent before the chain takes it back. */
async function spend(person: Depositor, amount: bigint): Promise<void> {
  const [debit, credit] = [userAccount(person.id, 'BITCOIN'), houseAccount('BITCOIN', 'inventory')];
  await t.ledger.submit({
    accounts: [debit, credit],
    decide: () => ({
      transfers: [{ debit, credit, amount: amount as never, kind: 'trade', reference: crypto.randomUUID() }],
      reply: '',
    }),
  });
}

describe('F10: the chain takes blocks back', () => {
  it.each(Array.from({ length: NEEDED + 5 }, (_, i) => i + 1))(
    'to a depth of %i: what was not credited never is, unless it comes again',
    async (depth) => {
      const person = await t.person();
      await fork(person, NEEDED - 1, depth, true);
      // Blocks above the fork count for nobody: the deposit is in one that stayed, or it is gone.
      const stayed = depth < NEEDED - 1;
      t.clock.advance(120_000);
      await t.mine('BITCOIN', NEEDED);
      expect(await states()).toEqual([stayed ? 'CREDITED' : 'ORPHANED']);
      expect(await balance(person)).toBe(stayed ? BTC : 0n);
    },
  );

  it.each(Array.from({ length: NEEDED + 5 }, (_, i) => i + 1))(
    'to a depth of %i: what was credited is taken back, and its owner held',
    async (depth) => {
      const person = await t.person();
      await fork(person, NEEDED, depth, true);
      const stayed = depth < NEEDED;
      expect(await states()).toEqual([stayed ? 'CREDITED' : 'REVERSED']);
      expect(await balance(person)).toBe(stayed ? BTC : 0n);
      const held = (await t.identity.people.find(person.id))?.withdrawalsHeldUntil ?? null;
      expect(held === null).toBe(stayed);
      expect((await t.notices(person.email)).length).toBe(stayed ? 1 : 2);
      expect(await loss()).toBe(0n);
    },
  );

  it.each([0n, BTC / 4n, BTC])('after %i of it were spent the house bears that much', async (spent) => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.mine('BITCOIN', NEEDED);
    if (spent > 0n) await spend(person, spent);
    await t.chains.reorg('BITCOIN', NEEDED + 1, false);
    await t.scanner.step('BITCOIN');
    expect(await states()).toEqual(['REVERSED']);
    expect([await balance(person), await loss()]).toEqual([0n, -spent]);
    // Its transaction waited, and comes into a block again: the house is made whole first.
    await t.mine('BITCOIN', NEEDED);
    expect(await states()).toEqual(['CREDITED']);
    expect([await balance(person), await loss()]).toEqual([BTC - spent, 0n]);
  });

  it('again and again: each time it is credited and taken back once', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    for (let i = 0; i < 3; i += 1) {
      await t.mine('BITCOIN', NEEDED);
      expect(await balance(person)).toBe(BTC);
      await t.chains.reorg('BITCOIN', NEEDED + i * 4, false);
      await t.scanner.step('BITCOIN');
      expect(await balance(person)).toBe(0n);
    }
    await t.mine('BITCOIN', NEEDED + 4);
    expect([await balance(person), await states()]).toEqual([BTC, ['CREDITED']]);
  });

  it('with a process that dies in the middle', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => t.person()));
    for (const person of people) await t.pay(person, 'BITCOIN', BTC);
    await t.mine('BITCOIN', NEEDED);
    await t.chains.reorg('BITCOIN', NEEDED + 1, false);
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`.execute(
      t.db,
    );
    await sql`create trigger cut before delete on chain_blocks for each row execute function fail()`.execute(
      t.db,
    );
    await expect(t.scanner.step('BITCOIN')).rejects.toThrow('cut off');
    for (const person of people) expect(await balance(person)).toBe(0n);
    await sql`drop trigger cut on chain_blocks`.execute(t.db);
    await t.scanner.step('BITCOIN');
    await t.mine('BITCOIN', NEEDED);
    for (const person of people) expect(await balance(person)).toBe(BTC);
  });

  it('under what lay in suspense', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', 9_000n);
    await t.mine('BITCOIN', NEEDED);
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(9_000n);
    await t.chains.reorg('BITCOIN', NEEDED + 2, true);
    await t.scanner.step('BITCOIN');
    t.clock.advance(120_000);
    await t.mine('BITCOIN', NEEDED);
    expect([await states(), await t.balance('house', 'BITCOIN', 'suspense')]).toEqual([['ORPHANED'], 0n]);
  });

  it('deeper than anything that is remembered: what is known to lie above is taken back', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.mine('BITCOIN', NEEDED);
    await sql`delete from chain_blocks where height <= (select min(height) from coin_deposits) - 1`.execute(
      t.db,
    );
    await t.chains.reorg('BITCOIN', NEEDED + 5, true);
    await t.scanner.step('BITCOIN');
    expect([await states(), await balance(person)]).toEqual([['REVERSED'], 0n]);
  });

  it('deeper than that, while a deposit waits far below: it is credited only where the chain still has it', async () => {
    const ether = 10n ** 18n;
    const [gone, still] = [await t.person(), await t.person()];
    await t.scanner.step('CLASSIC_ETHEREUM');
    await t.mine('CLASSIC_ETHEREUM', 2);
    await t.pay(still, 'CLASSIC_ETHEREUM', ether);
    await t.mine('CLASSIC_ETHEREUM');
    await t.pay(gone, 'CLASSIC_ETHEREUM', ether);
    await t.mine('CLASSIC_ETHEREUM');
    await sql`update coin_deposits set needed_confirmations = 220`.execute(t.db);
    await t.mine('CLASSIC_ETHEREUM', 210);
    // 51 % of its miners are no dream on this chain: a fork longer than the blocks that are remembered.
    await t.chains.reorg('CLASSIC_ETHEREUM', 211, true);
    await t.scanner.step('CLASSIC_ETHEREUM');
    await t.mine('CLASSIC_ETHEREUM', 10);
    expect(await t.balance(still.id, 'CLASSIC_ETHEREUM')).toBe(ether);
    expect(await t.balance(gone.id, 'CLASSIC_ETHEREUM')).toBe(0n);
  });

  it('of outputs that could be spent', async () => {
    const person = await t.person();
    await fork(person, 1, 1, true);
    const { rows } = await sql`select 1 from unspent_outputs`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

it('chains whose blocks are final have no forks', async () => {
  await t.chains.makeBlocks('RIPPLE', 5);
  expect(await t.chains.reorg('RIPPLE', 1, true)).toBeNull();
  expect(await t.chains.reorg('BITCOIN', 100, true)).toBeNull();
});
