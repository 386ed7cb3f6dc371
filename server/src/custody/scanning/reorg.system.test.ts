import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CustodyTestFixture, createCustodyFixture, type Depositor } from '../../../test/custody.ts';
import { asOwner } from '../../../test/owner.ts';
import { fundAccount } from '../../../test/seed.ts';
import { houseAccount, userAccount } from '../../ledger/index.ts';
import { newId } from '../../platform/ids.ts';
import { acceptFork } from './forks.ts';

const BTC = 100_000_000n;
const NEEDED = 3;
/** Blocks before the deposit, so that a fork may begin below it. */
const BEFORE = 10;

let t: CustodyTestFixture;
beforeEach(async () => {
  t = await createCustodyFixture();
  await t.scanner.scanOnce('BITCOIN');
  await t.mineAndScan('BITCOIN', BEFORE);
});
afterEach(async () => {
  await t.expectSoundBooks();
  await t.close();
});

const states = async () => (await t.deposits()).map(({ state }) => state);
const balance = (person: Depositor) => t.balance(person.id, 'BITCOIN');
const loss = () => t.balance('house', 'BITCOIN', 'reorg_loss');

/** Confirms a deposit with `blocks` blocks, its own included, and then replaces `depth` blocks. */
async function fork(person: Depositor, blocks: number, depth: number, drop: boolean): Promise<void> {
  await t.pay(person, 'BITCOIN', BTC);
  await t.mineAndScan('BITCOIN', blocks);
  expect(await t.chains.reorg('BITCOIN', depth, drop)).not.toBeNull();
  await t.scanner.scanOnce('BITCOIN');
}

/** The owner spends the deposit before the chain reverses it. */
const spend = (person: Depositor, amount: bigint): Promise<void> =>
  fundAccount(t.ledger, houseAccount('BITCOIN', 'inventory'), amount, userAccount(person.id, 'BITCOIN'));

/** Deletes the saved hashes, as if the chain's last scanned block were too old to be remembered. */
const forget = (): Promise<unknown> =>
  sql`delete from chain_blocks b where height < (select max(height) from chain_blocks m where m.chain = b.chain)`.execute(
    t.db,
  );
const forkOf = async (chain: string) => {
  const { rows } = await sql<{ fork: string | null; height: bigint }>`select fork, height from chain_cursors
    where chain = ${chain}`.execute(t.db);
  return rows[0];
};
/** Accepts the fork, as the back office does. */
const follow = (chain: string) =>
  acceptFork(t.context, { userId: newId(), staffRoles: ['admin'] } as never, chain, 'a test');

describe('F10: a reorganisation', () => {
  it.each(Array.from({ length: NEEDED + 5 }, (_, i) => i + 1))(
    'to a depth of %i never credits an uncredited deposit unless it is mined again',
    async (depth) => {
      const person = await t.person();
      await fork(person, NEEDED - 1, depth, true);
      // Blocks above the fork don't count: the deposit is in a block that stayed, or it is gone.
      const stayed = depth < NEEDED - 1;
      t.clock.advance(120_000);
      await t.mineAndScan('BITCOIN', NEEDED);
      expect(await states()).toEqual([stayed ? 'CREDITED' : 'ORPHANED']);
      expect(await balance(person)).toBe(stayed ? BTC : 0n);
    },
  );

  it.each(Array.from({ length: NEEDED + 5 }, (_, i) => i + 1))(
    'to a depth of %i reverses a credited deposit and holds its owner’s withdrawals',
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

  it.each([0n, BTC / 4n, BTC])('costs the house what was spent of the deposit: %i', async (spent) => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    if (spent > 0n) await spend(person, spent);
    await t.chains.reorg('BITCOIN', NEEDED + 1, false);
    await t.scanner.scanOnce('BITCOIN');
    expect(await states()).toEqual(['REVERSED']);
    expect([await balance(person), await loss()]).toEqual([0n, -spent]);
    // Its transaction is mined again: the house is repaid first.
    await t.mineAndScan('BITCOIN', NEEDED);
    expect(await states()).toEqual(['CREDITED']);
    expect([await balance(person), await loss()]).toEqual([BTC - spent, 0n]);
  });

  it('that repeats credits and reverses the deposit once each time', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    for (let i = 0; i < 3; i += 1) {
      await t.mineAndScan('BITCOIN', NEEDED);
      expect(await balance(person)).toBe(BTC);
      await t.chains.reorg('BITCOIN', NEEDED + i * 4, false);
      await t.scanner.scanOnce('BITCOIN');
      expect(await balance(person)).toBe(0n);
    }
    await t.mineAndScan('BITCOIN', NEEDED + 4);
    expect([await balance(person), await states()]).toEqual([BTC, ['CREDITED']]);
  });

  it('is handled once when the process dies half-way', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => t.person()));
    for (const person of people) await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    await t.chains.reorg('BITCOIN', NEEDED + 1, false);
    await asOwner(
      t.db,
      sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`,
    );
    await asOwner(
      t.db,
      sql`create trigger cut before delete on chain_blocks for each row execute function fail()`,
    );
    await expect(t.scanner.scanOnce('BITCOIN')).rejects.toThrow('cut off');
    for (const person of people) expect(await balance(person)).toBe(0n);
    await asOwner(t.db, sql`drop trigger cut on chain_blocks`);
    await t.scanner.scanOnce('BITCOIN');
    await t.mineAndScan('BITCOIN', NEEDED);
    for (const person of people) expect(await balance(person)).toBe(BTC);
  });

  it('F10: a reorganisation removes an unclaimed deposit from suspense', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', 9_000n);
    await t.mineAndScan('BITCOIN', NEEDED);
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(9_000n);
    await t.chains.reorg('BITCOIN', NEEDED + 2, true);
    await t.scanner.scanOnce('BITCOIN');
    t.clock.advance(120_000);
    await t.mineAndScan('BITCOIN', NEEDED);
    expect([await states(), await t.balance('house', 'BITCOIN', 'suspense')]).toEqual([['ORPHANED'], 0n]);
  });

  it('below all saved blocks credits a deposit far below only if the chain still has it', async () => {
    const ether = 10n ** 18n;
    const [gone, still] = [await t.person(), await t.person()];
    await t.scanner.scanOnce('CLASSIC_ETHEREUM');
    await t.mineAndScan('CLASSIC_ETHEREUM', 2);
    await t.pay(still, 'CLASSIC_ETHEREUM', ether);
    await t.mineAndScan('CLASSIC_ETHEREUM');
    await t.pay(gone, 'CLASSIC_ETHEREUM', ether);
    await t.mineAndScan('CLASSIC_ETHEREUM');
    await sql`update coin_deposits set needed_confirmations = 220`.execute(t.db);
    await t.mineAndScan('CLASSIC_ETHEREUM', 210);
    // A 51 % attack is realistic on this chain: a fork longer than the saved blocks.
    await t.chains.reorg('CLASSIC_ETHEREUM', 211, true);
    await t.scanner.scanOnce('CLASSIC_ETHEREUM');
    await follow('CLASSIC_ETHEREUM');
    await t.mineAndScan('CLASSIC_ETHEREUM', 10);
    expect(await t.balance(still.id, 'CLASSIC_ETHEREUM')).toBe(ether);
    expect(await t.balance(gone.id, 'CLASSIC_ETHEREUM')).toBe(0n);
  });

  it('removes spendable outputs', async () => {
    const person = await t.person();
    await fork(person, 1, 1, true);
    const { rows } = await sql`select 1 from unspent_outputs`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

describe('a fork below all saved blocks', () => {
  it('halts the chain: nothing is credited or reversed until staff accepts the fork', async () => {
    const [early, late, waiting] = [await t.person(), await t.person(), await t.person()];
    await t.pay(early, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    await t.pay(late, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    await t.pay(waiting, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED - 1);
    await forget();
    const before = await forkOf('BITCOIN');
    // Later and waiting deposits are gone, earlier ones are below the fork.
    await t.chains.reorg('BITCOIN', 2 * NEEDED - 1, true);
    for (let look = 0; look < 3; look += 1) await t.mineAndScan('BITCOIN', NEEDED);
    expect(await forkOf('BITCOIN')).toEqual({ ...before, fork: 'HALTED' });
    expect(await states()).toEqual(['CREDITED', 'CREDITED', 'PENDING']);
    const { rows } = await sql<{ action: string }>`select action from audit_log
      where action like 'chain %'`.execute(t.db);
    expect(rows).toEqual([{ action: 'chain halted' }]);

    await follow('BITCOIN');
    for (let look = 0; look < 3; look += 1) await t.mineAndScan('BITCOIN');
    expect(await forkOf('BITCOIN')).toMatchObject({ fork: null });
    t.clock.advance(120_000);
    await t.mineAndScan('BITCOIN');
    expect(await states()).toEqual(['CREDITED', 'REVERSED', 'ORPHANED']);
    expect([await balance(early), await balance(late), await balance(waiting)]).toEqual([BTC, 0n, 0n]);
    // The next halt is reported again.
    await t.pay(waiting, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    expect(await balance(waiting)).toBe(BTC);
  });

  it('above all deposits is accepted without a loss, and reported deposits are rechecked', async () => {
    const [raised, gone] = [await t.person(), await t.person()];
    for (const person of [raised, gone]) await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    await sql`update coin_deposits set block_hash = null`.execute(t.db);
    await t.mineAndScan('BITCOIN', NEEDED);
    await forget();
    await t.chains.reorg('BITCOIN', NEEDED - 1, true);
    await sql`update sandbox_transactions set dropped = true, height = null where txid =
      (select txid from coin_deposits where user_id = ${gone.id})`.execute(t.db);
    await t.scanner.scanOnce('BITCOIN');
    await follow('BITCOIN');
    await t.scanner.scanOnce('BITCOIN');
    expect([await balance(raised), await balance(gone)]).toEqual([BTC, 0n]);
  });

  it('resolves automatically when the old blocks are back, as after a node of another chain', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    await sql`update chain_blocks set hash = 'strange ' || hash where chain = 'BITCOIN'`.execute(t.db);
    await t.mineAndScan('BITCOIN');
    expect(await forkOf('BITCOIN')).toMatchObject({ fork: 'HALTED' });
    await sql`update chain_blocks set hash = substr(hash, 9) where chain = 'BITCOIN'`.execute(t.db);
    await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', NEEDED);
    expect(await forkOf('BITCOIN')).toMatchObject({ fork: null });
    expect(await balance(person)).toBe(2n * BTC);
  });

  it('can be accepted only by an admin and only while the chain is halted', async () => {
    const by = (roles: string[]) => ({ userId: newId(), staffRoles: roles }) as never;
    const decide = (roles: string[], chain = 'BITCOIN') => acceptFork(t.context, by(roles), chain, 'a test');
    await expect(decide(['treasury'])).rejects.toThrow('FORBIDDEN');
    await expect(decide(['admin'])).rejects.toThrow('CONFLICT');
    await expect(decide(['admin'], 'NOWHERE')).rejects.toThrow('NOT_FOUND');
    expect(await forkOf('BITCOIN')).toMatchObject({ fork: null });
  });
});

it('chains with final blocks have no forks', async () => {
  await t.chains.makeBlocks('RIPPLE', 5);
  expect(await t.chains.reorg('RIPPLE', 1, true)).toBeNull();
  expect(await t.chains.reorg('BITCOIN', 100, true)).toBeNull();
});
