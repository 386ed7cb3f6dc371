/**
 * docs/decisions/0079-rotation-of-the-seed.md: a newer seed under load, with servers that learn of it at different
 * times.
 */
import { type Asset, CHAIN_INFO, type Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Depositor } from '../../../test/custody.ts';
import { createSendingFixture, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import { computeOrderSeal, type SealedOrder } from '../../chains/seal.ts';
import { newId } from '../../platform/ids.ts';
import { createShowAddress } from '../addresses/addresses.ts';
import { fillPools } from '../addresses/fill-pool.ts';
import { createContext } from '../context.ts';
import type { CustodyContext } from '../deps.ts';
import { createScanner } from '../scanning/scanner.ts';
import { readReserves } from '../treasury/view.ts';
import { moveFundsToNewestSeed, recordOlderSeedHoldings } from './seed-rotation.ts';
import { createSender } from './send-loop.ts';
import { sweepDeposits } from './sweep-deposits.ts';

const ETHER = 10n ** 18n;
const CHAINS_HERE = ['ETHEREUM', 'BITCOIN', 'TRON', 'RIPPLE', 'STELLAR', 'ELROND'] as const;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

let t: SendingFixture;
let owner: Depositor;

beforeEach(async () => {
  t = await createSendingFixture();
  owner = await t.person();
});
afterEach(async () => {
  await t.expectSoundBooks();
  await t.close();
});

/** A server that learnt of the newest seed when it started. */
function server() {
  const context = createContext(t.deps);
  const show = createShowAddress(context);
  return {
    context,
    sender: createSender(context),
    scanner: createScanner(context),
    show: (by: Depositor, asset: Asset, tokenType: string = asset) =>
      show(by.id, { relatedCoin: asset, tokenType }),
  };
}
type Server = ReturnType<typeof server>;

const stranger = (chain: Chain, byte = 200): string =>
  codecOf(chain, 'main').keyOf(new Uint8Array(64).fill(byte), { branch: 'hot' }).address;

/** Runs all automatic steps until nothing is left to do. */
async function comeToRest(at: Server, chains: readonly Chain[] = CHAINS_HERE): Promise<void> {
  for (let rounds = 0; rounds < 12; rounds += 1) {
    await sweepDeposits(at.context);
    await moveFundsToNewestSeed(at.context);
    // Orders that waited for coins are retried.
    t.clock.advance(11 * MINUTE);
    for (const chain of chains) {
      await at.sender.sendOnce(chain);
      await t.chains.makeBlocks(chain, 7);
      while (await behind(chain)) await at.scanner.scanOnce(chain);
      await at.sender.sendOnce(chain);
    }
    const { rows } = await sql<{ n: number }>`select (select count(*) from outgoing
        where state not in ('DONE', 'CANCELLED', 'FAILED'))::int
      + (select count(*) from chain_transactions where state not in ('DONE', 'DEAD'))::int as n`.execute(
      t.db,
    );
    if (rounds > 3 && rows[0]?.n === 0) return;
  }
  const { rows } =
    await sql`select kind, chain, state, trouble, amount::text, from_index::text, generation from outgoing
    where state not in ('DONE', 'CANCELLED')`.execute(t.db);
  expect(rows).toEqual([]);
}

async function behind(chain: Chain): Promise<boolean> {
  const node = t.deps.nodes.get(chain);
  const { rows } = await sql<{ height: number }>`select height::int as height from chain_cursors
    where chain = ${chain}`.execute(t.db);
  return ((await node?.head())?.height ?? 0) > (rows[0]?.height ?? 0);
}

/** Returns the balances on the chain, regardless of the ledger, by chain and network. */
async function heldBy(addresses: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ chain: string; token: string; sum: bigint }>`select chain, token_type as token,
      sum(balance) as sum from sandbox_balances where address = any(${[...addresses]}::text[])
    group by chain, token_type`.execute(t.db);
  return new Map(
    rows.filter(({ sum }) => sum > 0n).map(({ chain, token, sum }) => [`${chain} ${token}`, sum]),
  );
}

async function addressesOf(generation: number, context: CustodyContext): Promise<string[]> {
  const keys = await context.fetchCurrentKeys();
  const own = [keys, ...keys.older].find((one) => one.generation === generation);
  const { rows } = await sql<{ address: string }>`select address from deposit_addresses
    where generation = ${generation}`.execute(t.db);
  const hot = Object.entries(own?.chains ?? {}).flatMap(([chain, { hot: address }]) =>
    chain === 'EOS' ? [] : [address],
  );
  return [...new Set([...hot, ...rows.map(({ address }) => address)])];
}

async function pay(
  chain: Chain,
  asset: Asset,
  address: string,
  tag: string | null,
  amount: bigint,
  tokenType: string = asset,
) {
  await t.chains.sendFromFaucet(chain, { asset, tokenType, address, tag, amount });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
}

/** Submits an order to the signer that an attacker with the server's seal key could have sealed. */
async function forged(change: Partial<SealedOrder>, sealKey = t.deps.sealKey): Promise<string> {
  const order: SealedOrder = {
    id: newId(),
    kind: 'ROTATION',
    chain: 'ETHEREUM',
    asset: 'ETHEREUM',
    tokenType: 'ETHEREUM',
    fromIndex: null,
    generation: 0,
    address: stranger('ETHEREUM'),
    tag: '',
    amount: ETHER,
    userId: null,
    withdrawalId: null,
    ...change,
  };
  await sql`insert into outgoing (id, kind, chain, asset, token_type, from_index, generation, address, tag, amount, fee,
      seal, state, next_try_at, created_at)
    values (${order.id}, ${order.kind}, ${order.chain}, ${order.asset}, ${order.tokenType}, ${order.fromIndex},
      ${order.generation ?? 0}, ${order.address}, '', ${order.amount}, 0, ${computeOrderSeal(sealKey, order)}, 'CLAIMED',
      now(), now())`.execute(t.db);
  return order.id;
}

const plan = {
  family: 'EVM',
  chainId: 1,
  nonce: 0,
  gasLimit: 21_000n,
  maxFeePerGas: 20n * 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 9n,
} as const;

describe('a newer seed', () => {
  it('receives all funds of the older one, late deposits included, and pays withdrawals requested before', async () => {
    const before = server();
    const places = new Map<string, { address: string; tag: string | null }>();
    for (const chain of CHAINS_HERE) places.set(chain, await before.show(owner, CHAIN_INFO[chain].coin));
    places.set('TRC20', await before.show(owner, 'TETHER', 'TRC20'));
    const oldAddresses = await addressesOf(0, before.context);
    const AMOUNT: Record<string, bigint> = {
      ETHEREUM: 5n * ETHER,
      BITCOIN: 50_000_000n,
      TRON: 5_000_000_000n,
      RIPPLE: 500_000_000n,
      STELLAR: 5_000_000_000n,
      ELROND: 50n * ETHER,
    };
    for (const chain of CHAINS_HERE) {
      const { coin } = CHAIN_INFO[chain];
      const scale = AMOUNT[chain] ?? 0n;
      await t.fund(coin, scale);
      const { address, tag } = places.get(chain) as { address: string; tag: string | null };
      await pay(chain, coin, address, tag, scale);
      await t.chains.makeBlocks(chain, 7);
    }
    const usdt = places.get('TRC20')?.address ?? '';
    await pay('TRON', 'TETHER', usdt, null, 1_000_000_000n, 'TRC20');
    // Requested while there was one seed, and paid when there are two.
    const waiting = await t.withdraw({ asset: 'ETHEREUM', address: stranger('ETHEREUM'), amount: ETHER });
    const coins = await t.withdraw({ asset: 'BITCOIN', address: stranger('BITCOIN'), amount: 40_000_000n });

    await t.restartSigner([0, 1]);
    const late = before;
    const at = server();
    await fillPools(at.context);
    // A server that knows of it returns a new address; payments to the previous one are credited all the same.
    const fresh = new Map<string, { address: string; tag: string | null }>();
    for (const chain of CHAINS_HERE) {
      const freshAddress = await at.show(owner, CHAIN_INFO[chain].coin);
      expect(freshAddress.address).not.toBe(places.get(chain)?.address);
      fresh.set(chain, freshAddress);
      // A server that hasn't learnt of it yet returns the same.
      expect((await late.show(owner, CHAIN_INFO[chain].coin)).address).toBe(freshAddress.address);
    }
    const { rows: tampered } =
      await sql`select 1 from deposit_addresses where tampered_at is not null`.execute(t.db);
    expect(tampered).toEqual([]);
    for (const chain of CHAINS_HERE)
      for (const place of [places.get(chain), fresh.get(chain)])
        await pay(
          chain,
          CHAIN_INFO[chain].coin,
          place?.address ?? '',
          place?.tag ?? null,
          AMOUNT[chain] ?? 0n,
        );

    // The server that learns of it late scans first.
    for (const chain of CHAINS_HERE) {
      await t.chains.makeBlocks(chain, 7);
      await late.scanner.scanOnce(chain);
    }
    await comeToRest(at);
    for (const chain of CHAINS_HERE)
      expect([chain, await t.balance(owner.id, CHAIN_INFO[chain].coin)]).toEqual([
        chain,
        3n * (AMOUNT[chain] ?? 0n),
      ]);
    expect(await t.balance(owner.id, 'TETHER')).toBe(1_000_000_000n);
    expect((await t.progress(waiting))?.state).toBe('DONE');
    expect((await t.progress(coins))?.state).toBe('DONE');
    expect(await t.held('ETHEREUM', stranger('ETHEREUM'))).toBe(ETHER);
    expect(await t.held('BITCOIN', stranger('BITCOIN'))).toBe(40_000_000n);

    // The remainder is worth less than its fee, or is an account's reserve.
    const left = await heldBy(oldAddresses);
    expect(left.get('BITCOIN BITCOIN') ?? 0n).toBeLessThan(100_000n);
    expect(left.get('ETHEREUM ETHEREUM') ?? 0n).toBeLessThan(ETHER / 20n);
    expect(left.get('TRON TRON') ?? 0n).toBeLessThan(100_000_000n);
    expect(left.get('TRON TRC20')).toBeUndefined();
    expect(left.get('ELROND ELROND') ?? 0n).toBeLessThan(ETHER / 10n);
    expect(left.get('RIPPLE RIPPLE') ?? 0n).toBeLessThan(11_000_000n);
    expect(left.get('STELLAR STELLAR') ?? 0n).toBeLessThan(51_000_000n);
    const now = await heldBy(await addressesOf(1, at.context));
    expect(now.get('TRON TRC20')).toBe(1_000_000_000n);
    expect(now.get('BITCOIN BITCOIN')).toBeGreaterThan(159_000_000n);
    expect(now.get('RIPPLE RIPPLE')).toBeGreaterThan(1_980_000_000n);
    // The treasury reports nothing missing.
    const short = (await readReserves(at.context)).filter(({ alarm }) => alarm === 'SHORT');
    expect(short.filter(({ asset }) => asset !== 'EOS').map(({ asset }) => asset)).toEqual([]);
  });

  it('is the only destination to which the signer releases an older one’s funds, even with the seal key and write access', async () => {
    await t.fund('ETHEREUM', 5n * ETHER);
    const place = await server().show(owner, 'ETHEREUM');
    await t.restartSigner([0, 1]);
    const { context } = server();
    const keys = await context.fetchCurrentKeys();
    const [hot, oldHot] = [keys.chains.ETHEREUM?.hot ?? '', keys.older[0]?.chains.ETHEREUM?.hot ?? ''];
    const sign = (id: string, sender = oldHot) =>
      refusal(t.signer.sign({ chain: 'ETHEREUM', orders: [id], plan, sender }));
    expect(await sign(await forged({}))).toBe('BAD_ADDRESS');
    expect(await sign(await forged({ address: oldHot }))).toBe('BAD_ADDRESS');
    // From the newest to an older one, to itself, or from an unknown one.
    for (const generation of [1, 2, 9]) {
      expect(await sign(await forged({ generation, address: oldHot }))).toBe('BAD_ADDRESS');
      expect(await sign(await forged({ generation, address: hot }))).toBe('BAD_ADDRESS');
    }
    expect(await sign(await forged({ address: hot, fromIndex: 0n }))).toBe('BAD_ADDRESS');
    expect(await sign(await forged({ address: hot, tag: '7' }))).not.toBe('done');
    // A sweep to the older hot address, from either seed.
    for (const generation of [0, 1])
      expect(await sign(await forged({ kind: 'SWEEP', fromIndex: 0n, generation, address: oldHot }))).toBe(
        'BAD_ADDRESS',
      );
    // A payment by the newest seed can't be declared as another one's.
    for (const kind of ['COLD', 'GAS'] as const)
      expect(await sign(await forged({ kind, generation: 1, address: place.address }))).toBe('BAD_ADDRESS');
    // Without the seal key, not even to the newest one.
    expect(await sign(await forged({ address: hot }, Buffer.alloc(32, 1)))).toBe('BAD_SEAL');
    const moved = await forged({ address: hot });
    await sql`update outgoing set generation = 1 where id = ${moved}`.execute(t.db);
    expect(await sign(moved)).toBe('BAD_SEAL');
    await sql`update outgoing set generation = 0 where id = ${moved}`.execute(t.db);
    // Planned for another sender, or for none.
    expect(await sign(moved, hot)).toBe('BAD_PLAN');
    expect(await refusal(t.signer.sign({ chain: 'ETHEREUM', orders: [moved], plan }))).toBe('BAD_PLAN');
    expect(await sign(moved)).toBe('done');
    await sql`delete from outgoing`.execute(t.db);
    // An address of an older seed is no longer attested, and no longer given out.
    const claim = {
      chain: 'ETHEREUM',
      address: place.address,
      tag: null,
      index: 0,
      userId: owner.id,
      asset: 'ETHEREUM',
      tokenType: 'ETHEREUM',
    } as const;
    expect(await refusal(t.signer.attest(claim))).toBe('BAD_ADDRESS');
    await sql`update deposit_addresses set generation = 1`.execute(t.db);
    expect(await refusal(server().show(owner, 'ETHEREUM'))).toContain('Not Enough HDWallets');
    await sql`delete from deposit_addresses`.execute(t.db);
  });

  it('is known to a server before it scans payments to it, even while the signer is unreachable', async () => {
    const late = server();
    await late.context.getPublicKeys();
    await t.restartSigner([0, 1]);
    const at = server();
    const hot = (await at.context.fetchCurrentKeys()).chains.BITCOIN?.hot ?? '';
    await pay('BITCOIN', 'BITCOIN', hot, null, 1_000_000n);
    await t.chains.makeBlocks('BITCOIN', 1);
    const away = createContext({
      ...t.deps,
      signer: { ...t.signer, publicKeys: async () => Promise.reject(new Error('away')) },
    });
    await expect(createScanner(away).scanOnce('BITCOIN')).rejects.toThrow('away');
    // It knows the older seed alone, and the database names a newer one.
    await late.scanner.scanOnce('BITCOIN');
    const { rows } = await sql<{
      amount: bigint;
      generation: number;
    }>`select amount, generation from unspent_outputs
      where chain = 'BITCOIN'`.execute(t.db);
    expect(rows).toEqual([{ amount: 1_000_000n, generation: 1 }]);
    await sql`delete from unspent_outputs`.execute(t.db);
  });

  it('lets the older one be retired once it is empty and received nothing for a year; then it signs nothing', async () => {
    const place = await server().show(owner, 'ETHEREUM');
    await t.restartSigner([0, 1]);
    await pay('ETHEREUM', 'ETHEREUM', place.address, null, ETHER);
    await t.chains.makeBlocks('ETHEREUM', 7);
    await server().scanner.scanOnce('ETHEREUM');
    const retire = (generation: number) => refusal(t.runOperatorCommand({ retire: generation }));
    expect(await retire(1)).toBe('NOT_APPROVED');
    expect(await retire(5)).toBe('NOT_APPROVED');
    expect(await retire(0)).toBe('NOT_APPROVED');
    // EOS has the older one's key until an operator records that it was exchanged.
    await t.runOperatorCommand({ eosKey: 1 });
    expect(await retire(0)).toBe('NOT_APPROVED');
    await recordOlderSeedHoldings(server().context);
    expect(await retire(0)).toBe('NOT_APPROVED');
    await comeToRest(server(), ['ETHEREUM']);
    await recordOlderSeedHoldings(server().context);
    const { rows } = await sql<{
      asset: string;
    }>`select asset from generation_holdings where worth_moving`.execute(t.db);
    expect(rows).toEqual([]);
    // It received a payment recently.
    expect(await retire(0)).toBe('NOT_APPROVED');
    t.clock.advance(366 * DAY);
    // The balances were read too long ago.
    expect(await retire(0)).toBe('NOT_APPROVED');
    await recordOlderSeedHoldings(server().context);
    // The balances of a network that is not scanned are unknown.
    await sql`delete from generation_holdings where chain = 'ETHEREUM'`.execute(t.db);
    expect(await retire(0)).toBe('NOT_APPROVED');
    await recordOlderSeedHoldings(server().context);
    const { chains } = await t.signer.publicKeys();
    const sender = (await t.signer.publicKeys()).older[0]?.chains.ETHEREUM?.hot ?? '';
    const order = await forged({ address: chains.ETHEREUM?.hot ?? '' });
    expect(await retire(0)).toBe('done');
    const sign = () => refusal(t.signer.sign({ chain: 'ETHEREUM', orders: [order], plan, sender }));
    expect(await sign()).toBe('BAD_ADDRESS');
    await t.restartSigner([1]);
    expect((await t.signer.status()).latch).toBeNull();
    expect(await sign()).toBe('BAD_ADDRESS');
    const { older, generation } = await t.signer.publicKeys();
    expect([generation, older.map((one) => [one.generation, one.isRetired])]).toEqual([1, [[0, true]]]);
    await sql`delete from outgoing where id = ${order}`.execute(t.db);
    // The seed stays known: its addresses are ours, and remain attested.
    await pay('ETHEREUM', 'ETHEREUM', place.address, null, ETHER);
    await t.chains.makeBlocks('ETHEREUM', 7);
    await server().scanner.scanOnce('ETHEREUM');
    const { rows: deposits } = await sql<{
      reason: string | null;
    }>`select reason from coin_deposits order by id`.execute(t.db);
    expect(deposits).toHaveLength(2);
    await sweepDeposits(server().context);
    const { rows: sweeps } = await sql`select 1 from outgoing where state = 'QUEUED'`.execute(t.db);
    expect(sweeps).toEqual([]);
  });
});
