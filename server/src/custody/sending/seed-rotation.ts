import { CHAIN_INFO, type Chain, type CoinOnNetwork, coinsOnChain } from '@sarraf/domain';
import { sql } from 'kysely';
import { plannedFee } from '../../chains/planned-fee.ts';
import type { CustodyContext } from '../deps.ts';
import { olderSeeds } from '../generations.ts';
import type { ChainNode, GenerationKeys, PublicKeys } from '../ports.ts';
import { readKillSwitch } from './kill-switch.ts';
import { insertOutgoing } from './outgoing-store.ts';
import { listSpendableOutputs } from './plan-claim.ts';
import { dropStaleOrders, hasAccounts, isWorthMoving, MIN_FEE } from './sweep-deposits.ts';

/** Multiple of the planned fee that is left behind for rising fees, and moved the next time. */
const ROOM = 2n;
/** Pause of an address after a failed move. */
const PAUSE_MS = 6 * 3600_000;
/** Permanent reserve of an account; smallest units. It stays there, and its tags are still scanned. */
const RESERVE: Partial<Record<Chain, bigint>> = { RIPPLE: 10_000_000n, STELLAR: 50_000_000n };

/**
 * Moves the funds of older seeds' hot addresses to the newest's and, on UTXO chains, all spendable outputs; deposit
 * addresses of other chains are swept there (sweep-deposits.ts). This only queues orders; they are sent like all
 * others.
 */
export async function moveFundsToNewestSeed(context: CustodyContext): Promise<void> {
  const keys = await context.publicKeys();
  if (keys.generation === 0 || (await readKillSwitch(context.db)) !== null) return;
  for (const node of context.nodes.values()) {
    const hot = keys.chains[node.chain]?.hot;
    if (hot === undefined) continue;
    try {
      await dropStaleOrders(context, node.chain, hot);
      for (const older of olderSeeds(keys)) await moveSeed(context, node, older, hot);
    } catch (err) {
      context.log.warn(
        { area: 'custody', chain: node.chain, err },
        'funds of older seeds not moved: retried in a minute',
      );
    }
  }
}

async function moveSeed(
  context: CustodyContext,
  node: ChainNode,
  older: GenerationKeys,
  hot: string,
): Promise<void> {
  const from = older.chains[node.chain]?.hot;
  if (from === undefined || from === hot) return;
  if (await isBusy(context, node.chain, older.generation, from)) return;
  const found = await movable(context, node, older, hot);
  if (found === null) return;
  await insertOutgoing(context, context.db, {
    kind: 'ROTATION',
    asset: found.asset,
    tokenType: found.tokenType,
    fromIndex: null,
    generation: older.generation,
    address: hot,
    tag: '',
    amount: found.amount,
    userId: null,
    withdrawalId: null,
    fee: 0n,
  });
  context.log.info(
    { area: 'custody', event: 'moved to the newest seed', chain: node.chain, generation: older.generation },
    'moving all funds to the newest seed',
  );
}

/** Limits moves to one at a time, and to none while an open transaction may still change the balance. */
async function isBusy(
  context: CustodyContext,
  chain: Chain,
  generation: number,
  from: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from outgoing where chain = ${chain} and kind = 'ROTATION'
      and generation = ${generation} and (state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT')
        or (state = 'FAILED' and done_at > ${new Date(context.clock.now() - PAUSE_MS)}))
    union all
    select 1 from chain_transactions where chain = ${chain} and sender = ${from}
      and state in ('SIGNED', 'SENT', 'INCLUDED') limit 1`.execute(context.db);
  return rows.length > 0;
}

interface Movable extends Pick<CoinOnNetwork, 'asset' | 'tokenType'> {
  amount: bigint;
}

/** Returns the movable amount, tokens first since coins pay their fees. Null: nothing that is worth its fee. */
async function movable(
  context: CustodyContext,
  node: ChainNode,
  older: GenerationKeys,
  hot: string,
): Promise<Movable | null> {
  const { chain } = node;
  const { family, coin } = CHAIN_INFO[chain];
  if (family === 'UTXO') return outputsToMove(context, node, older.generation, hot);
  const from = older.chains[chain]?.hot ?? '';
  const coins = await node.balance(from, coin, chain);
  for (const { asset, tokenType } of coinsOnChain(chain)) {
    if (asset === coin && tokenType === chain) continue;
    const amount = await node.balance(from, asset, tokenType);
    if (amount <= 0n) continue;
    const fee = await feeOf(node, from, hot, { asset, tokenType, amount });
    if (!isWorthMoving(context, chain, { asset, tokenType, amount }, fee)) continue;
    if (coins >= fee) return { asset, tokenType, amount };
    context.log.error(
      { area: 'custody', event: 'no coins for a move', chain, generation: older.generation, address: from },
      'tokens of an older seed need coins of their chain: send some to its hot address',
    );
  }
  const kept = RESERVE[chain] ?? 0n;
  if (coins <= kept) return null;
  const whole = { asset: coin, tokenType: chain, amount: coins - kept };
  const fee = await feeOf(node, from, hot, whole);
  const amount = whole.amount - ROOM * fee;
  if (!isWorthMoving(context, chain, { ...whole, amount }, fee)) return null;
  return { ...whole, amount };
}

async function feeOf(node: ChainNode, from: string, hot: string, payment: Movable): Promise<bigint> {
  const payments = [{ to: hot, tag: null, ...payment }];
  const fee = plannedFee(await node.plan({ sender: from, payments, unspent: [], all: true }));
  const least = MIN_FEE[node.chain] ?? 0n;
  return fee < least ? least : fee;
}

/** Returns as many outputs as one transaction spends; the others follow the next time. */
async function outputsToMove(
  context: CustodyContext,
  node: ChainNode,
  generation: number,
  hot: string,
): Promise<Movable | null> {
  const { coin } = CHAIN_INFO[node.chain];
  const unspent = await listSpendableOutputs(context, node, null, generation + 1);
  const mine = unspent.filter(({ key }) => (key.generation ?? 0) === generation);
  if (mine.length === 0) return null;
  const sum = (some: readonly { amount: bigint }[]) => some.reduce((all, { amount }) => all + amount, 0n);
  const payment = { asset: coin, tokenType: node.chain, amount: sum(mine) };
  const plan = await node.plan({
    sender: hot,
    payments: [{ to: hot, tag: null, ...payment }],
    unspent: mine,
    all: true,
  });
  if (plan.family !== 'UTXO') return null;
  const amount = sum(plan.inputs) - ROOM * plan.fee;
  if (!isWorthMoving(context, node.chain, { ...payment, amount }, plan.fee)) return null;
  return { ...payment, amount };
}

/** Balance of one coin on one network at a seed's addresses; smallest units. */
interface Holding extends Pick<CoinOnNetwork, 'asset' | 'tokenType'> {
  hot: bigint;
  deposits: bigint;
  worthMoving: boolean;
}

/** Records hourly the holdings of older seeds, for the back office and for the signer's check before one is retired. */
export async function recordOlderSeedHoldings(context: CustodyContext): Promise<void> {
  const keys = await context.publicKeys();
  for (const older of olderSeeds(keys))
    for (const node of context.nodes.values()) {
      try {
        const lastAt = await lastReceived(context, node.chain, older.generation);
        for (const holding of await holdingsOf(context, node, keys, older))
          await saveHolding(context, node.chain, older.generation, holding, lastAt);
      } catch (err) {
        context.log.warn(
          { area: 'custody', chain: node.chain, generation: older.generation, err },
          'holdings of older seeds not read: retried in an hour',
        );
      }
    }
}

async function holdingsOf(
  context: CustodyContext,
  node: ChainNode,
  keys: PublicKeys,
  older: GenerationKeys,
): Promise<Holding[]> {
  const { chain } = node;
  const hot = keys.chains[chain]?.hot ?? '';
  const from = older.chains[chain]?.hot;
  const busy = from !== undefined && from !== hot && (await isBusy(context, chain, older.generation, from));
  const toMove = from === undefined || from === hot ? null : await movable(context, node, older, hot);
  const holdings: Holding[] = [];
  for (const { asset, tokenType } of coinsOnChain(chain)) {
    const deposits = await depositsOf(context, chain, older.generation, asset, tokenType);
    const held =
      from === undefined || from === hot
        ? 0n
        : CHAIN_INFO[chain].family === 'UTXO'
          ? await hotOutputs(context, chain, older.generation)
          : await node.balance(from, asset, tokenType);
    const isCoin = asset === CHAIN_INFO[chain].coin && tokenType === chain;
    const worthMoving =
      busy ||
      (toMove?.asset === asset && toMove.tokenType === tokenType) ||
      // For tokens and at deposit addresses the smallest amount counts: a person reviews the remainder.
      (!isCoin && held > 0n) ||
      (hasAccounts(chain) && deposits > 0n);
    holdings.push({ asset, tokenType, hot: held, deposits, worthMoving });
  }
  return holdings;
}

async function depositsOf(
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

async function hotOutputs({ db }: CustodyContext, chain: Chain, generation: number): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from unspent_outputs
    where chain = ${chain} and generation = ${generation} and spent_by is null and height is not null
      and key_index is null`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Returns the last deposit of any user to an address of this seed within two years. */
async function lastReceived(context: CustodyContext, chain: Chain, generation: number): Promise<Date | null> {
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
  { asset, tokenType, hot, deposits, worthMoving }: Holding,
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
