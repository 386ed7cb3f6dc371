import { CHAIN_INFO, type Chain, type CoinOnNetwork, listCoinsOnChain } from '@sarraf/domain';
import { sql } from 'kysely';
import { computePlannedFee } from '../../chains/planned-fee.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { CustodyContext } from '../deps.ts';
import { listOlderSeeds } from '../generations.ts';
import type { ChainNode, GenerationKeys, PublicKeys } from '../ports.ts';
import { readKillSwitch } from './kill-switch.ts';
import { insertOutgoing, lockOwnOrders } from './outgoing-store.ts';
import { listSpendableOutputs } from './plan-claim.ts';
import { dropStaleOrders, hasAccountPerAddress, isWorthMoving, MIN_FEE } from './sweep-deposits.ts';

/** Multiple of the planned fee that is left behind for rising fees, and moved the next time. */
const FEE_RESERVE_MULTIPLE = 2n;
/** Pause of an address after a failed move. */
const PAUSE_MS = 6 * 3600_000;
/** Permanent reserve of an account; smallest units. It stays there, and its tags are still scanned. */
const ACCOUNT_RESERVE: Partial<Record<Chain, bigint>> = { RIPPLE: 10_000_000n, STELLAR: 50_000_000n };

/**
 * Moves the funds of older seeds' hot addresses to the newest's and, on UTXO chains, all spendable outputs; deposit
 * addresses of other chains are swept there (sweep-deposits.ts). This only queues orders; they are sent like all
 * others.
 */
export async function moveFundsToNewestSeed(context: CustodyContext): Promise<void> {
  const keys = await context.getPublicKeys();
  if (keys.generation === 0 || (await readKillSwitch(context.db)) !== null) return;
  for (const node of context.nodes.values()) {
    const hot = keys.chains[node.chain]?.hot;
    if (hot === undefined) continue;
    try {
      await dropStaleOrders(context, node.chain, hot);
      for (const older of listOlderSeeds(keys)) await queueSeedMove(context, node, older, hot);
    } catch (err) {
      context.log.warn(
        { area: 'custody', chain: node.chain, err },
        'funds of older seeds not moved: retried in a minute',
      );
    }
  }
}

async function queueSeedMove(
  context: CustodyContext,
  node: ChainNode,
  olderKeys: GenerationKeys,
  hot: string,
): Promise<void> {
  const olderHot = olderKeys.chains[node.chain]?.hot;
  if (olderHot === undefined || olderHot === hot) return;
  const { generation } = olderKeys;
  if (await isMoveBlocked(context, context.db, node.chain, generation, olderHot)) return;
  const found = await findMovableFunds(context, node, olderKeys, hot);
  if (found === null) return;
  const isQueued = await context.db.transaction().execute(async (tx) => {
    await lockOwnOrders(tx, node.chain);
    if (await isMoveBlocked(context, tx, node.chain, generation, olderHot)) return false;
    await insertOutgoing(context, tx, {
      kind: 'ROTATION',
      asset: found.asset,
      tokenType: found.tokenType,
      fromIndex: null,
      generation,
      address: hot,
      tag: '',
      amount: found.amount,
      userId: null,
      withdrawalId: null,
      fee: 0n,
    });
    return true;
  });
  if (!isQueued) return;
  context.log.info(
    {
      area: 'custody',
      event: 'moved to the newest seed',
      chain: node.chain,
      generation,
    },
    'moving all funds to the newest seed',
  );
}

/** Limits moves to one at a time, and to none while an open transaction may still change the balance. */
async function isMoveBlocked(
  context: CustodyContext,
  db: Queryable,
  chain: Chain,
  generation: number,
  olderHot: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from outgoing where chain = ${chain} and kind = 'ROTATION'
      and generation = ${generation} and (state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT')
        or (state = 'FAILED' and done_at > ${new Date(context.clock.now() - PAUSE_MS)}))
    union all
    select 1 from chain_transactions where chain = ${chain} and sender = ${olderHot}
      and state in ('SIGNED', 'SENT', 'INCLUDED') limit 1`.execute(db);
  return rows.length > 0;
}

interface MovableFunds extends Pick<CoinOnNetwork, 'asset' | 'tokenType'> {
  amount: bigint;
}

/** Returns the movable amount, tokens first since coins pay their fees. Null: nothing that is worth its fee. */
async function findMovableFunds(
  context: CustodyContext,
  node: ChainNode,
  olderKeys: GenerationKeys,
  hot: string,
): Promise<MovableFunds | null> {
  const { chain } = node;
  const { family, coin } = CHAIN_INFO[chain];
  if (family === 'UTXO') return findMovableOutputs(context, node, olderKeys.generation, hot);
  const olderHot = olderKeys.chains[chain]?.hot ?? '';
  const coins = await node.balance(olderHot, coin, chain);
  for (const { asset, tokenType } of listCoinsOnChain(chain)) {
    if (asset === coin && tokenType === chain) continue;
    const amount = await node.balance(olderHot, asset, tokenType);
    if (amount <= 0n) continue;
    const fee = await estimateFee(node, olderHot, hot, { asset, tokenType, amount });
    if (!isWorthMoving(context, chain, { asset, tokenType, amount }, fee)) continue;
    if (coins >= fee) return { asset, tokenType, amount };
    context.log.error(
      {
        area: 'custody',
        event: 'no coins for a move',
        chain,
        generation: olderKeys.generation,
        address: olderHot,
      },
      'tokens of an older seed need coins of their chain: send some to its hot address',
    );
  }
  const reserve = ACCOUNT_RESERVE[chain] ?? 0n;
  if (coins <= reserve) return null;
  const balance = { asset: coin, tokenType: chain, amount: coins - reserve };
  const fee = await estimateFee(node, olderHot, hot, balance);
  const amount = balance.amount - FEE_RESERVE_MULTIPLE * fee;
  if (!isWorthMoving(context, chain, { ...balance, amount }, fee)) return null;
  return { ...balance, amount };
}

async function estimateFee(
  node: ChainNode,
  sender: string,
  hot: string,
  payment: MovableFunds,
): Promise<bigint> {
  const payments = [{ to: hot, tag: null, ...payment }];
  const fee = computePlannedFee(await node.plan({ sender: sender, payments, unspent: [], all: true }));
  const minFee = MIN_FEE[node.chain] ?? 0n;
  return fee < minFee ? minFee : fee;
}

/** Returns as many outputs as one transaction spends; the others follow the next time. */
async function findMovableOutputs(
  context: CustodyContext,
  node: ChainNode,
  generation: number,
  hot: string,
): Promise<MovableFunds | null> {
  const { coin } = CHAIN_INFO[node.chain];
  const unspent = await listSpendableOutputs(context, node, null, generation + 1);
  const seedOutputs = unspent.filter(({ key }) => (key.generation ?? 0) === generation);
  if (seedOutputs.length === 0) return null;
  const sumAmounts = (items: readonly { amount: bigint }[]) =>
    items.reduce((total, { amount }) => total + amount, 0n);
  const payment = { asset: coin, tokenType: node.chain, amount: sumAmounts(seedOutputs) };
  const plan = await node.plan({
    sender: hot,
    payments: [{ to: hot, tag: null, ...payment }],
    unspent: seedOutputs,
    all: true,
  });
  if (plan.family !== 'UTXO') return null;
  const amount = sumAmounts(plan.inputs) - FEE_RESERVE_MULTIPLE * plan.fee;
  if (!isWorthMoving(context, node.chain, { ...payment, amount }, plan.fee)) return null;
  return { ...payment, amount };
}

/** Balance of one coin on one network at a seed's addresses; smallest units. */
interface SeedHolding extends Pick<CoinOnNetwork, 'asset' | 'tokenType'> {
  hot: bigint;
  deposits: bigint;
  worthMoving: boolean;
}

/** Records hourly the holdings of older seeds, for the back office and for the signer's check before one is retired. */
export async function recordOlderSeedHoldings(context: CustodyContext): Promise<void> {
  const keys = await context.getPublicKeys();
  for (const older of listOlderSeeds(keys))
    for (const node of context.nodes.values()) {
      try {
        const lastAt = await findLastReceivedAt(context, node.chain, older.generation);
        for (const holding of await readHoldings(context, node, keys, older))
          await saveHolding(context, node.chain, older.generation, holding, lastAt);
      } catch (err) {
        context.log.warn(
          { area: 'custody', chain: node.chain, generation: older.generation, err },
          'holdings of older seeds not read: retried in an hour',
        );
      }
    }
}

async function readHoldings(
  context: CustodyContext,
  node: ChainNode,
  keys: PublicKeys,
  olderKeys: GenerationKeys,
): Promise<SeedHolding[]> {
  const { chain } = node;
  const hot = keys.chains[chain]?.hot ?? '';
  const olderHot = olderKeys.chains[chain]?.hot;
  const isMoving =
    olderHot !== undefined &&
    olderHot !== hot &&
    (await isMoveBlocked(context, context.db, chain, olderKeys.generation, olderHot));
  const toMove =
    olderHot === undefined || olderHot === hot ? null : await findMovableFunds(context, node, olderKeys, hot);
  const holdings: SeedHolding[] = [];
  for (const { asset, tokenType } of listCoinsOnChain(chain)) {
    const deposits = await sumDeposits(context, chain, olderKeys.generation, asset, tokenType);
    const hotAmount =
      olderHot === undefined || olderHot === hot
        ? 0n
        : CHAIN_INFO[chain].family === 'UTXO'
          ? await sumHotOutputs(context, chain, olderKeys.generation)
          : await node.balance(olderHot, asset, tokenType);
    const isCoin = asset === CHAIN_INFO[chain].coin && tokenType === chain;
    const worthMoving =
      isMoving ||
      (toMove?.asset === asset && toMove.tokenType === tokenType) ||
      // For tokens and at deposit addresses the smallest amount counts: a person reviews the remainder.
      (!isCoin && hotAmount > 0n) ||
      (hasAccountPerAddress(chain) && deposits > 0n);
    holdings.push({ asset, tokenType, hot: hotAmount, deposits, worthMoving });
  }
  return holdings;
}

async function sumDeposits(
  context: CustodyContext,
  chain: Chain,
  generation: number,
  asset: string,
  tokenType: string,
): Promise<bigint> {
  if (CHAIN_INFO[chain].oneAccount) return 0n;
  const { rows } =
    CHAIN_INFO[chain].family === 'UTXO'
      ? await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from unspent_outputs
          where chain = ${chain} and generation = ${generation} and spent_by is null and height is not null
            and key_index is not null`.execute(context.db)
      : await sql<{ sum: bigint }>`select coalesce(sum(d.amount), 0) as sum from coin_deposits d
          join deposit_addresses a on a.chain = d.chain and a.address = d.address and a.tag = ''
          where d.chain = ${chain} and d.asset = ${asset} and d.token_type = ${tokenType}
            and a.generation = ${generation} and d.state in ('PENDING', 'CREDITED', 'UNCLAIMED')
            and d.swept_by is null`.execute(context.db);
  return rows[0]?.sum ?? 0n;
}

async function sumHotOutputs({ db }: CustodyContext, chain: Chain, generation: number): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from unspent_outputs
    where chain = ${chain} and generation = ${generation} and spent_by is null and height is not null
      and key_index is null`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Returns the last deposit of any user to an address of this seed within two years. */
async function findLastReceivedAt(
  context: CustodyContext,
  chain: Chain,
  generation: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(d.created_at) as at from coin_deposits d
    join deposit_addresses a on a.chain = d.chain and a.address = d.address and a.tag = d.tag
    where d.chain = ${chain} and a.generation = ${generation}
      and d.created_at > ${context.now()}::timestamptz - interval '2 years'`.execute(context.db);
  return rows[0]?.at ?? null;
}

async function saveHolding(
  context: CustodyContext,
  chain: Chain,
  generation: number,
  { asset, tokenType, hot, deposits, worthMoving }: SeedHolding,
  lastAt: Date | null,
): Promise<void> {
  await sql`insert into generation_holdings (generation, chain, asset, token_type, hot, deposits, worth_moving,
      last_received_at, looked_at)
    values (${generation}, ${chain}, ${asset}, ${tokenType}, ${hot}, ${deposits}, ${worthMoving}, ${lastAt},
      ${context.now()})
    on conflict (generation, token_type, asset) do update set hot = excluded.hot, deposits = excluded.deposits,
      worth_moving = excluded.worth_moving, last_received_at = excluded.last_received_at,
      looked_at = excluded.looked_at`.execute(context.db);
}
