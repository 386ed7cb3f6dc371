import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CustodyTestFixture, createCustodyFixture } from '../../../test/custody.ts';
import { asOwner } from '../../../test/owner.ts';
import type { ChainNode, IncomingPayment } from '../ports.ts';
import { scanChain } from '../scanning/scan-chain.ts';
import { createScanner } from '../scanning/scanner.ts';
import { createScanMemory } from '../scanning/unmined.ts';
import { listCoinDeposits } from './list-deposits.ts';
import { notifyDepositOwners } from './notify-owners.ts';
import { settleDeposits } from './settle-deposits.ts';

const BTC = 100_000_000n;
const NEEDED = 3;

let t: CustodyTestFixture;
beforeEach(async () => {
  t = await createCustodyFixture();
  await t.scanner.scanOnce('BITCOIN');
});
afterEach(async () => {
  await t.expectSoundBooks();
  await t.close();
});

const page = { limit: 100, size: 99, offset: 0, before: null };
const node = (chain: 'BITCOIN' | 'ETHEREUM' | 'RIPPLE' = 'BITCOIN') => t.chains.nodes.get(chain) as ChainNode;

describe('a deposit', () => {
  it('is listed immediately, counts its confirmations, and is credited once', async () => {
    const person = await t.person();
    const published: string[][] = [];
    t.bus.subscribe('wallets', ({ userId, coins }) => userId === person.id && published.push(coins));
    await t.pay(person, 'BITCOIN', 12_345_678n);
    const states: unknown[] = [];
    for (let blocks = 0; blocks <= NEEDED + 1; blocks += 1) {
      if (blocks > 0) await t.mineAndScan('BITCOIN');
      else await t.scanner.scanOnce('BITCOIN');
      const [deposit] = await listCoinDeposits(t.context, person.id, null, page);
      states.push([deposit?.state, deposit?.confirmations, await t.balance(person.id, 'BITCOIN')]);
    }
    expect(states).toEqual([
      ['PENDING', 0, 0n],
      ['PENDING', 1, 0n],
      ['PENDING', 2, 0n],
      ['CREDITED', NEEDED, 12_345_678n],
      ['CREDITED', NEEDED, 12_345_678n],
    ]);
    expect(published.length).toBeGreaterThanOrEqual(4);
    expect((await t.notices(person.email)).length).toBe(1);
    // An unconfirmed deposit creates only one inbox notice, and only once.
    const { rows } = await sql<{ kind: string }>`select kind from notices
      where user_id = ${person.id} order by id`.execute(t.db);
    expect(rows.map(({ kind }) => kind)).toEqual(['DEPOSIT_SEEN', 'DEPOSIT_CREDITED']);
  });

  it('of each network is credited to the owner of its address or tag', async () => {
    const person = await t.person();
    const deposits = [
      ['TETHER', 'ERC20', 50_000_000n],
      ['TETHER', 'TRC20', 50_000_000n],
      ['ETHEREUM', 'ETHEREUM', 10n ** 17n],
      ['RIPPLE', 'RIPPLE', 50_000_000n],
      ['STELLAR', 'STELLAR', 500_000_000n],
      ['EOS', 'EOS', 500_000n],
      ['ELROND', 'ELROND', 10n ** 18n],
      ['BITCOIN_CASH', 'BITCOIN_CASH', 5_000_000n],
    ] as const;
    for (const [asset, tokenType, amount] of deposits) {
      const chain = tokenType === 'ERC20' ? 'ETHEREUM' : tokenType === 'TRC20' ? 'TRON' : tokenType;
      await t.scanner.scanOnce(chain);
      await t.pay(person, asset, amount, tokenType);
      await t.mineAndScan(chain);
      await t.mineAndScan(chain, 6);
    }
    expect(await t.balance(person.id, 'TETHER')).toBe(100_000_000n);
    for (const [asset, , amount] of deposits.slice(2)) expect(await t.balance(person.id, asset)).toBe(amount);
  });

  it('is not created for payments before the first scanned block', async () => {
    const person = await t.person();
    await t.pay(person, 'DASH', BTC);
    await t.chains.makeBlocks('DASH', 3);
    await t.scanner.scanOnce('DASH');
    await t.mineAndScan('DASH', 10);
    expect(await t.deposits()).toEqual([]);
  });

  it('in one transaction with 500 outputs to two users is credited completely', async () => {
    const [one, two] = [await t.person(), await t.person()];
    const addresses = await Promise.all(
      [one, two].map(async (who) => (await t.address(who, 'BITCOIN')).body.baseDTO.address as string),
    );
    const payments = Array.from({ length: 500 }, (_, i) => ({
      to: addresses[i % 2] ?? '',
      tag: null,
      asset: 'BITCOIN' as const,
      tokenType: 'BITCOIN',
      contract: null,
      amount: 100_000n + BigInt(i),
    }));
    await t.chains.mintPayments('BITCOIN', payments);
    await t.mineAndScan('BITCOIN', NEEDED);
    const sum = (odd: number) =>
      payments.filter((_, i) => i % 2 === odd).reduce((total, { amount }) => total + amount, 0n);
    expect([await t.balance(one.id, 'BITCOIN'), await t.balance(two.id, 'BITCOIN')]).toEqual([
      sum(0),
      sum(1),
    ]);
    const outputs = await sql<{ n: number; sum: bigint }>`select count(*)::int as n, sum(amount) as sum
      from unspent_outputs where chain = 'BITCOIN' and key_index is not null`.execute(t.db);
    expect(outputs.rows).toEqual([{ n: 500, sum: sum(0) + sum(1) }]);
  });

  it('causes no more node requests when there are a thousand addresses', async () => {
    const keys = await t.context.getPublicKeys();
    const xpub = keys.chains.BITCOIN?.accountPublicKey ?? '';
    const person = await t.person();
    await sql`insert into deposit_addresses (id, user_id, asset, token_type, chain, address, key_index, signature, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'BITCOIN', 'BITCOIN', 'BITCOIN', 'bc1qnobody' || i, i + 10000, '\\x00', now()
      from generate_series(1, 1200) i`.execute(t.db);
    expect(xpub).toMatch(/^xpub/);
    await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 10);
    const calls: string[] = [];
    const counted = new Proxy(node(), {
      get(target, name: keyof ChainNode) {
        const value = target[name];
        if (typeof value !== 'function') return value;
        return (...all: never[]) => {
          calls.push(name);
          return (value as (...args: never[]) => unknown)(...all);
        };
      },
    });
    await scanChain(t.context, counted, createScanMemory());
    expect(calls).toEqual(['head', 'blocks', 'waiting']);
    await settleDeposits(t.context, node());
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
  });
});

describe('F11: a deposit is credited once', () => {
  it('when two scanners read concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => t.person()));
    for (const person of people) await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 30);
    const other = createScanner(t.context);
    await Promise.all([
      t.scanner.scanOnce('BITCOIN'),
      other.scanOnce('BITCOIN'),
      t.scanner.scanOnce('BITCOIN'),
      other.scanOnce('BITCOIN'),
    ]);
    await t.scanner.scanOnce('BITCOIN');
    for (const person of people) expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
  });

  it('when the scanner starts again from an old cursor', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN', 5);
    await sql`update chain_cursors set height = 1 where chain = 'BITCOIN'`.execute(t.db);
    await sql`delete from chain_blocks`.execute(t.db);
    await t.scanner.scanOnce('BITCOIN');
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
  });

  it("when the process dies between the ledger commit and the deposit's own row", async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 5);
    await scanChain(t.context, node(), createScanMemory());
    let lost = 0;
    const ledger = {
      ...t.ledger,
      isWriter: () => true,
      stop: async () => {},
      // The ledger commits, and the reply is lost.
      submit: async (command: Parameters<typeof t.ledger.submit>[0]) => {
        await t.ledger.submit(command);
        lost += 1;
        throw new Error('killed');
      },
    };
    await settleDeposits({ ...t.context, ledger }, node());
    expect(lost).toBe(1);
    await t.scanner.scanOnce('BITCOIN');
    await t.scanner.scanOnce('BITCOIN');
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
    // The notice is not lost either.
    await Promise.all([notifyDepositOwners(t.context), notifyDepositOwners(t.context)]);
    expect((await t.notices(person.email)).length).toBe(1);
  });

  it('when a block is interrupted half-way', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 5);
    await asOwner(
      t.db,
      sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`,
    );
    await asOwner(
      t.db,
      sql`create trigger cut before insert on coin_deposits for each row execute function fail()`,
    );
    await expect(t.scanner.scanOnce('BITCOIN')).rejects.toThrow('cut off');
    await asOwner(t.db, sql`drop trigger cut on coin_deposits`);
    await t.scanner.scanOnce('BITCOIN');
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
  });

  it('and not at all when its block is undone during the ledger request', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 5);
    await scanChain(t.context, node(), createScanMemory());
    const undone = [
      sql`update coin_deposits set height = null`,
      sql`update coin_deposits set height = 4`,
      sql`update coin_deposits set state = 'ORPHANED', height = 2`,
      sql`update coin_deposits set state = 'PENDING', attempt = 1, height = 2`,
    ];
    for (const change of undone) {
      const ledger = {
        ...t.ledger,
        isWriter: () => true,
        stop: async () => {},
        submit: async (command: Parameters<typeof t.ledger.submit>[0]) => {
          await change.execute(t.db);
          return t.ledger.submit(command);
        },
      };
      await settleDeposits({ ...t.context, ledger }, node());
      expect(await t.balance(person.id, 'BITCOIN')).toBe(0n);
      await sql`update coin_deposits set state = 'PENDING', attempt = 0, height = 2`.execute(t.db);
    }
    await settleDeposits(t.context, node());
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
  });

  it('when a node lists an output twice, or with a zero or excessive amount', async () => {
    const person = await t.person();
    await t.scanner.scanOnce('ETHEREUM');
    const { address } = (await t.address(person, 'ETHEREUM')).body.baseDTO;
    const coin = {
      to: address,
      tag: null,
      asset: 'ETHEREUM' as const,
      tokenType: 'ETHEREUM',
      contract: null,
    };
    const token = { to: address, tag: 'a\0b', asset: null, tokenType: null, contract: '0xfa\0ke' };
    await t.chains.mintPayments('ETHEREUM', [{ ...coin, amount: 10n ** 18n }]);
    await t.chains.makeBlocks('ETHEREUM', 1);
    const real = node('ETHEREUM');
    const twice: ChainNode = {
      ...real,
      async blocks(from, to) {
        const blocks = await real.blocks(from, to);
        return blocks.map((block) => {
          const extra: IncomingPayment[] = [
            { ...coin, txid: '0xzero', index: 0, amount: 0n },
            { ...token, txid: '0xhuge', index: 1, amount: 2n ** 256n - 1n, tag: null },
          ];
          return { ...block, incoming: [...block.incoming, ...block.incoming, ...extra] };
        });
      },
    };
    await scanChain(t.context, twice, createScanMemory());
    await t.mineAndScan('ETHEREUM', 6);
    expect(await t.balance(person.id, 'ETHEREUM')).toBe(10n ** 18n);
    expect((await t.deposits()).map(({ state }) => state).sort()).toEqual(['CREDITED', 'UNCLAIMED']);
  });
});

describe('a deposit row that was changed in the database', () => {
  const stateOf = async () => {
    const { rows } = await sql<{
      state: string;
      height: bigint | null;
    }>`select state, height from coin_deposits
      where height is not null or state <> 'PENDING'`.execute(t.db);
    return rows;
  };

  it('is credited only as its block pays it, so a forged one is not credited', async () => {
    const [person, thief] = [await t.person(), await t.person()];
    await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 5);
    await scanChain(t.context, node(), createScanMemory());
    await sql`insert into coin_deposits (id, chain, txid, output_index, asset, token_type, address, amount, user_id,
        state, height, block_hash, needed_confirmations, created_at)
      select gen_random_uuid(), chain, repeat('ab', 32), 0, asset, token_type, address, 100 * amount, ${thief.id},
        'PENDING', height, block_hash, 1, created_at from coin_deposits`.execute(t.db);
    await settleDeposits(t.context, node());
    expect(await t.balance(thief.id, 'BITCOIN')).toBe(0n);
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
    expect(await stateOf()).toMatchObject([{ state: 'CREDITED' }]);
  });

  it.each([
    ['amount', sql`amount = 100 * amount`],
    ['owner', sql`user_id = (select id from users where email like 'thief%')`],
    ['output', sql`output_index = 7`],
    ['block', sql`height = height - 1`],
  ])('with another %s than on the chain is credited to no user', async (_, change) => {
    const person = await t.person();
    const thief = await t.person();
    await sql`update users set email = 'thief@sarraf.test' where id = ${thief.id}`.execute(t.db);
    await t.pay(person, 'BITCOIN', BTC);
    await t.chains.makeBlocks('BITCOIN', 5);
    await scanChain(t.context, node(), createScanMemory());
    await sql`update coin_deposits set ${change}`.execute(t.db);
    await settleDeposits(t.context, node());
    expect([await t.balance(thief.id, 'BITCOIN'), await t.balance(person.id, 'BITCOIN')]).toEqual([0n, 0n]);
    expect(await stateOf()).toEqual([]);
  });
});

describe('F12: a deposit that can’t be assigned to a user automatically', () => {
  it('waits for the staff, with its money in suspense', async () => {
    const person = await t.person();
    await t.address(person, 'RIPPLE');
    const keys = await t.context.getPublicKeys();
    const hot = keys.chains.RIPPLE?.hot ?? '';
    for (const chain of ['RIPPLE', 'ETHEREUM'] as const) await t.scanner.scanOnce(chain);
    await t.pay(person, 'BITCOIN', 9_999n);
    const wrong = {
      to: hot,
      asset: 'RIPPLE' as const,
      tokenType: 'RIPPLE',
      contract: null,
      amount: 30_000_000n,
    };
    await t.chains.mintPayments('RIPPLE', [
      { ...wrong, tag: '77' },
      { ...wrong, tag: null },
    ]);
    const { address } = (await t.address(person, 'TETHER', 'ERC20')).body.baseDTO;
    const fake = { to: address, tag: null, asset: null, tokenType: null, contract: '0xbad', amount: 5n };
    await t.chains.mintPayments('ETHEREUM', [fake]);
    for (const chain of ['BITCOIN', 'RIPPLE', 'ETHEREUM'] as const) {
      await t.mineAndScan(chain);
      await t.mineAndScan(chain, 6);
    }
    const states = (await t.deposits()).map(({ state, reason }) => `${state} ${reason}`).sort();
    expect(states).toEqual([
      'UNCLAIMED BELOW_MINIMUM',
      'UNCLAIMED UNKNOWN_TAG',
      'UNCLAIMED UNKNOWN_TAG',
      'UNCLAIMED UNKNOWN_TOKEN',
    ]);
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(9_999n);
    expect(await t.balance('house', 'RIPPLE', 'suspense')).toBe(60_000_000n);
    expect(await t.balance(person.id, 'BITCOIN')).toBe(0n);
  });

  it('includes deposits to a retired address and those received while deposits are off', async () => {
    const [one, two] = [await t.person(), await t.person()];
    await t.pay(one, 'BITCOIN', BTC);
    await sql`update deposit_addresses set retired_at = now()`.execute(t.db);
    await t.mineAndScan('BITCOIN', NEEDED);
    await t.pay(two, 'BITCOIN', BTC);
    await t.mineAndScan('BITCOIN');
    const network = t.book.coins.get('BITCOIN')?.networks[0];
    if (network) network.depositEnabled = false;
    await t.mineAndScan('BITCOIN', NEEDED);
    expect((await t.deposits()).map(({ reason }) => reason)).toEqual(['RETIRED_ADDRESS', 'DEPOSITS_OFF']);
    expect(await t.balance('house', 'BITCOIN', 'suspense')).toBe(2n * BTC);
  });

  it('does not include our own gas payments or payments to the hot address', async () => {
    const person = await t.person();
    await t.scanner.scanOnce('ETHEREUM');
    const own = await t.pay(person, 'ETHEREUM', 10n ** 18n);
    await sql`insert into chain_transactions (id, payment_id, chain, txid, raw, state, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'ETHEREUM', ${own}, '', 'SENT', now())`.execute(t.db);
    const hot = (await t.context.getPublicKeys()).chains.ETHEREUM?.hot ?? '';
    const swept = { to: hot, tag: null, asset: 'ETHEREUM' as const, tokenType: 'ETHEREUM', contract: null };
    await t.chains.mintPayments('ETHEREUM', [{ ...swept, amount: 5n }]);
    await t.mineAndScan('ETHEREUM');
    await t.mineAndScan('ETHEREUM', 6);
    expect(await t.deposits()).toEqual([]);
    // No signature exists for it, which a law of the ledger would report.
    await asOwner(t.db, sql`delete from chain_transactions where txid = ${own}`);
  });

  it('does not flood the table: at most a thousand unknown tokens are stored', async () => {
    const person = await t.person();
    await t.scanner.scanOnce('ETHEREUM');
    const { address } = (await t.address(person, 'ETHEREUM')).body.baseDTO;
    const fake = { to: address, tag: null, asset: null, tokenType: null, contract: '0xbad', amount: 5n };
    for (let i = 0; i < 3; i += 1)
      await t.chains.mintPayments(
        'ETHEREUM',
        Array.from({ length: 450 }, () => fake),
      );
    await t.mineAndScan('ETHEREUM');
    await t.mineAndScan('ETHEREUM', 6);
    expect((await t.deposits()).length).toBe(1_000);
  });

  it("is left out of the owner's list page by page, newest first", async () => {
    const person = await t.person();
    for (let i = 1; i <= 7; i += 1) await t.pay(person, 'BITCOIN', BigInt(i) * BTC);
    await t.mineAndScan('BITCOIN');
    const all = await listCoinDeposits(t.context, person.id, 'BITCOIN', page);
    expect(all.length).toBe(7);
    const paged: string[] = [];
    for (let before: string | null = null; ; ) {
      const some = await listCoinDeposits(t.context, person.id, 'BITCOIN', { ...page, limit: 3, before });
      if (some.length === 0) break;
      paged.push(...some.map(({ id }) => id));
      before = some.at(-1)?.id ?? null;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(paged).toEqual(paged.toSorted().reverse());
    expect(await listCoinDeposits(t.context, person.id, 'DASH', page)).toEqual([]);
  });

  it('is removed from the incoming list when it was replaced before it was mined', async () => {
    const person = await t.person();
    await t.pay(person, 'BITCOIN', BTC);
    await t.scanner.scanOnce('BITCOIN');
    await sql`update sandbox_transactions set dropped = true`.execute(t.db);
    t.clock.advance(120_000);
    await t.scanner.scanOnce('BITCOIN');
    expect((await listCoinDeposits(t.context, person.id, null, page)).map(({ state }) => state)).toEqual([
      'ORPHANED',
    ]);
    await sql`update sandbox_transactions set dropped = false`.execute(t.db);
    await t.mineAndScan('BITCOIN', NEEDED);
    expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
  });
});

it('the scanner loops run automatically and stop', async () => {
  const person = await t.person();
  await t.pay(person, 'BITCOIN', BTC);
  const scanner = createScanner(t.context);
  scanner.start();
  await t.chains.makeBlocks('BITCOIN', NEEDED);
  await expect.poll(() => t.balance(person.id, 'BITCOIN'), { timeout: 60_000 }).toBe(BTC);
  await scanner.stop();
});

it('a process that is not the ledger writer does not scan the chains', async () => {
  const person = await t.person();
  await t.pay(person, 'BITCOIN', BTC);
  await t.chains.makeBlocks('BITCOIN', NEEDED);
  let writer = false;
  const ledger = { ...t.ledger, submit: t.ledger.submit.bind(t.ledger), isWriter: () => writer };
  const scanner = createScanner({ ...t.context, ledger });
  await scanner.scanOnce('BITCOIN');
  expect(await t.deposits()).toEqual([]);
  writer = true;
  await scanner.scanOnce('BITCOIN');
  expect(await t.balance(person.id, 'BITCOIN')).toBe(BTC);
});
