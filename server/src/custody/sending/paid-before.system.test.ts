/** Signed or paid orders are not signed or paid again: changed rows, late reorganisations, a suspended process. */
import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../../test/owner.ts';
import { createSendingFixture, type QueuedWithdrawal, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Signer } from '../ports.ts';
import { acceptFork } from '../scanning/forks.ts';
import { reclaimDueOrders, releaseClaim } from './send-store.ts';
import { enqueueReopenedWithdrawals } from './undo-sent.ts';

let t: SendingFixture;
beforeAll(async () => {
  t = await createSendingFixture();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

const AMOUNTS = {
  ETHEREUM: 10n ** 18n,
  BITCOIN: 1_000_000n,
  DOGE_COIN: 500_000_000n,
  TRON: 50_000_000n,
  RIPPLE: 50_000_000n,
  STELLAR: 500_000_000n,
  EOS: 100_000n,
  ELROND: 10n ** 18n,
} as const;
type Coin = keyof typeof AMOUNTS;
const COINS = Object.keys(AMOUNTS) as Coin[];

let strangers = 0;
function stranger(asset: Asset): string {
  strangers += 1;
  if (asset === 'EOS') return `stranger${['a', 'b', 'c', 'd', 'e', 'f'][strangers % 6]}123`;
  const seed = new Uint8Array(64).fill(100 + strangers);
  return codecOf(asset as 'BITCOIN', 'main').keyOf(seed, { branch: 'hot' }).address;
}

/** Queues one payment to an external address; nothing is signed yet. */
async function ask(asset: Coin): Promise<QueuedWithdrawal & { address: string; before: bigint }> {
  const address = stranger(asset);
  const amount = AMOUNTS[asset];
  const before = await t.held(asset, address);
  return { ...(await t.withdraw({ asset, address, amount, fee: amount / 100n })), address, before };
}
const arrived = async (asset: Coin, { address, before }: { address: string; before: bigint }) =>
  (await t.held(asset, address)) - before;

const countAlerts = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
    where action = 'payment found again'`.execute(t.db);
  return rows[0]?.n ?? 0;
};

describe('a paid order that is queued again by a change in the database', () => {
  it.each(COINS.flatMap((asset) => [true, false].map((linked) => ({ asset, linked }))))(
    'is set aside without blocking the next ones: $asset, linked to what was signed: $linked',
    async ({ asset, linked }) => {
      await t.fund(asset, 20n * AMOUNTS[asset]);
      await t.fund(asset, 20n * AMOUNTS[asset]);
      const withdrawal = await ask(asset);
      await t.sendUntilFinal(asset);
      expect(await t.progress(withdrawal)).toMatchObject({ state: 'DONE' });
      const { txid } = (await t.progress(withdrawal)) ?? {};
      // All expiries are over.
      t.clock.advance(48 * 3600_000);
      const transaction = linked ? sql`transaction_id` : sql`null`;
      await sql`update outgoing set state = 'QUEUED', claim_id = null, next_try_at = ${t.context.now()}, done_at = null,
      transaction_id = ${transaction} where withdrawal_id = ${withdrawal.withdrawalId}`.execute(t.db);
      const alerts = await countAlerts();
      const next = await ask(asset);
      for (let i = 0; i < 4; i += 1) {
        await t.sendUntilFinal(asset);
        t.clock.advance(10_000);
      }
      expect(await t.progress(next)).toMatchObject({ state: 'DONE', trouble: null });
      expect(await t.progress(withdrawal)).toMatchObject({ state: 'DONE', trouble: null, txid });
      expect(await arrived(asset, withdrawal)).toBe(AMOUNTS[asset]);
      expect(await arrived(asset, next)).toBe(AMOUNTS[asset]);
      expect(await t.balance('house', asset, 'in_flight')).toBe(0n);
      expect(await countAlerts()).toBe(alerts + 1);
    },
  );
});

describe('a final payment whose block is undone', () => {
  it.each(
    (['ETHEREUM', 'BITCOIN', 'TRON', 'DOGE_COIN'] as const).flatMap((asset) =>
      [true, false].map((drop) => ({ asset, drop })),
    ),
  )('is tracked again and arrives once: $asset, dropped: $drop', async ({ asset, drop }) => {
    const amount = AMOUNTS[asset];
    await t.fund(asset, 20n * amount);
    const withdrawal = await ask(asset);
    await t.sendUntilFinal(asset);
    const spent = await t.balance('house', asset, 'expense');
    const outside = await t.balance(`outside:${asset}`, asset, 'outside');
    const first = await t.progress(withdrawal);
    // The withdrawal capability has recorded the outcome.
    await sql`update withdrawals set state = 'DONE' where id = ${withdrawal.withdrawalId}`.execute(t.db);
    for (let times = 0; times < 2; times += 1) {
      await t.chains.reorg(asset, 7, drop);
      await t.scanner.scanOnce(asset);
      expect(await t.progress(withdrawal)).toMatchObject({ state: 'SENT' });
      expect(await t.balance('house', asset, 'in_flight')).toBe(amount);
      expect(await arrived(asset, withdrawal)).toBe(0n);
      await t.sendUntilFinal(asset);
      expect(await t.progress(withdrawal)).toMatchObject({ state: 'DONE', txid: first?.txid, trouble: null });
      expect(await arrived(asset, withdrawal)).toBe(amount);
      expect(await t.balance('house', asset, 'in_flight')).toBe(0n);
      expect(await t.balance('house', asset, 'expense')).toBe(spent);
      expect(await t.balance(`outside:${asset}`, asset, 'outside')).toBe(outside);
    }
    const jobs = await sql`select 1 from graphile_worker.jobs
      where key = ${`withdrawal-undone:${withdrawal.withdrawalId}`}`.execute(t.db);
    expect(jobs.rows).toHaveLength(1);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
      where action = 'payment undone' and detail::json ->> 'txid' = ${first?.txid}`.execute(t.db);
    expect(rows[0]?.n).toBe(2);
  });

  it('is tracked again even if its block was not scanned yet or is older than all saved blocks', async () => {
    await t.fund('BITCOIN', 20n * AMOUNTS.BITCOIN);
    const [unread, deep] = [await ask('BITCOIN'), await ask('DOGE_COIN')];
    await t.fund('DOGE_COIN', 20n * AMOUNTS.DOGE_COIN);
    // The sender was faster than the scanner.
    await t.sender.sendOnce('BITCOIN');
    await t.chains.makeBlocks('BITCOIN', 7);
    await t.sender.sendOnce('BITCOIN');
    await t.sendUntilFinal('DOGE_COIN');
    await sql`delete from chain_blocks b where chain = 'DOGE_COIN'
      and height < (select max(height) from chain_blocks m where m.chain = b.chain)`.execute(t.db);
    for (const one of [unread, deep]) expect(await t.progress(one)).toMatchObject({ state: 'DONE' });
    for (const coin of ['BITCOIN', 'DOGE_COIN'] as const) {
      await t.chains.reorg(coin, 7, true);
      await t.scanner.scanOnce(coin);
    }
    expect(await t.progress(unread)).toMatchObject({ state: 'SENT' });
    expect(await t.progress(deep)).toMatchObject({ state: 'DONE' });
    await acceptFork(t.context, { userId: newId(), staffRoles: ['admin'] } as never, 'DOGE_COIN', 'a test');
    await t.scanner.scanOnce('DOGE_COIN');
    expect(await t.progress(deep)).toMatchObject({ state: 'SENT' });
    for (const coin of ['BITCOIN', 'DOGE_COIN'] as const) await t.sendUntilFinal(coin);
    for (const one of [unread, deep]) expect(await t.progress(one)).toMatchObject({ state: 'DONE' });
    expect(await arrived('BITCOIN', unread)).toBe(AMOUNTS.BITCOIN);
    expect(await arrived('DOGE_COIN', deep)).toBe(AMOUNTS.DOGE_COIN);
  });

  it('is reversed once in the ledger, wherever the process dies', async () => {
    const withdrawal = await ask('ETHEREUM');
    await t.sendUntilFinal('ETHEREUM');
    await t.chains.reorg('ETHEREUM', 7, false);
    await asOwner(
      t.db,
      sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`,
    );
    await asOwner(
      t.db,
      sql`create trigger cut before delete on chain_blocks for each row execute function fail()`,
    );
    for (let i = 0; i < 2; i += 1) await expect(t.scanner.scanOnce('ETHEREUM')).rejects.toThrow('cut off');
    await asOwner(t.db, sql`drop function fail cascade`);
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(AMOUNTS.ETHEREUM);
    await t.scanner.scanOnce('ETHEREUM');
    await t.sendUntilFinal('ETHEREUM');
    await t.sendUntilFinal('ETHEREUM');
    expect(await t.progress(withdrawal)).toMatchObject({ state: 'DONE' });
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(0n);
    await enqueueReopenedWithdrawals(t.context);
  });

  it('is completed by a replaced transaction if the new blocks contain that one', async () => {
    await t.fund('ETHEREUM', 20n * AMOUNTS.ETHEREUM);
    const withdrawal = await ask('ETHEREUM');
    await t.sender.sendOnce('ETHEREUM');
    const cheap = (await t.transactions()).at(-1);
    // Two hours without a block, and fees have risen: the same payment at a higher fee.
    const real = t.deps.nodes.get('ETHEREUM');
    const dear = Object.create(real ?? null, {
      plan: {
        value: async (request: { bump?: object }) => {
          const plan = await real?.plan({ ...request, bump: undefined } as never);
          if (plan?.family !== 'EVM') throw new Error('no');
          const nonce = Number.parseInt(String(cheap?.sequence), 10);
          return {
            ...plan,
            nonce,
            maxFeePerGas: plan.maxFeePerGas * 2n,
            maxPriorityFeePerGas: plan.maxFeePerGas,
          };
        },
      },
    });
    t.clock.advance(7200_000);
    const sender = t.senderWith({ nodes: new Map([['ETHEREUM', dear]]) });
    await sender.sendOnce('ETHEREUM');
    await t.sendUntilFinal('ETHEREUM');
    const dearer = (await t.transactions()).at(-1);
    expect(await t.progress(withdrawal)).toMatchObject({ state: 'DONE', txid: dearer?.txid });
    expect(dearer?.txid).not.toBe(cheap?.txid);
    await t.chains.reorg('ETHEREUM', 7, true);
    await real?.broadcast({ raw: cheap?.raw ?? '', txid: cheap?.txid ?? '' });
    await t.chains.makeBlocks('ETHEREUM', 1);
    for (let i = 0; i < 3; i += 1) {
      await t.scanner.scanOnce('ETHEREUM');
      await t.sendUntilFinal('ETHEREUM');
      t.clock.advance(61_000);
    }
    expect(await t.progress(withdrawal)).toMatchObject({ state: 'DONE', txid: cheap?.txid, trouble: null });
    expect(await arrived('ETHEREUM', withdrawal)).toBe(AMOUNTS.ETHEREUM);
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(0n);
  });
});

describe('a process whose orders were claimed by another while it waited for the signer', () => {
  it('gets nothing signed when it resumes, so that the orders can be paid together with others', async () => {
    for (let i = 0; i < 3; i += 1) await t.fund('BITCOIN', 20n * AMOUNTS.BITCOIN);
    const two = [await ask('BITCOIN'), await ask('BITCOIN')];
    const { passed, opened } = gate();
    const outcomes: string[] = [];
    const signer: Signer = {
      ...t.signer,
      sign: async (request) => {
        await passed;
        return t.signer.sign(request).catch((error: Error) => {
          outcomes.push(error.message);
          throw error;
        });
      },
    };
    // It is no longer the ledger writer either, and has not noticed.
    const ledger = {
      ...t.ledger,
      isWriter: () => true,
      submit: () => Promise.reject(new Error('lease lost')),
    };
    const sleeper = t.senderWith({ signer, ledger: ledger as never });
    const asleep = sleeper.sendOnce('BITCOIN');
    await expect.poll(async () => (await t.order(two[0] as QueuedWithdrawal))?.state).toBe('CLAIMED');
    await releaseClaim(t.db, await reclaimDueOrders(t.db, 'BITCOIN', t.context.now()), null, t.context.now());
    opened();
    await asleep;
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes.every((message) => /taken over|QUEUED/.test(message))).toBe(true);
    const all = [...two, await ask('BITCOIN')];
    t.clock.advance(700_000);
    for (let i = 0; i < 3; i += 1) await t.sendUntilFinal('BITCOIN');
    for (const one of all) {
      expect(await t.progress(one)).toMatchObject({ state: 'DONE', trouble: null });
      expect(await arrived('BITCOIN', one)).toBe(AMOUNTS.BITCOIN);
    }
  });

  it('does not release orders that another process has claimed', async () => {
    const one = await ask('TRON');
    const mine = await t.db.transaction().execute(async (tx) => {
      await sql`update outgoing set state = 'CLAIMED', claim_id = gen_random_uuid()
        where withdrawal_id = ${one.withdrawalId}`.execute(tx);
      return reclaimDueOrders(tx, 'TRON', t.context.now());
    });
    const theirs = await reclaimDueOrders(t.db, 'TRON', t.context.now());
    expect(theirs.map(({ id }) => id)).toEqual(mine.map(({ id }) => id));
    await releaseClaim(t.db, mine, null, t.context.now());
    expect(await t.order(one)).toMatchObject({ state: 'CLAIMED' });
    await releaseClaim(t.db, theirs, null, t.context.now());
    expect(await t.order(one)).toMatchObject({ state: 'QUEUED' });
    await t.fund('TRON', 20n * AMOUNTS.TRON);
    await t.sendUntilFinal('TRON');
    expect(await arrived('TRON', one)).toBe(AMOUNTS.TRON);
  });
});

function gate(): { passed: Promise<void>; opened: () => void } {
  let opened = () => {};
  const passed = new Promise<void>((resolve) => {
    opened = resolve;
  });
  return { passed, opened };
}
