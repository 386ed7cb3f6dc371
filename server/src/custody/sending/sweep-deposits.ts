import { type Asset, CHAIN_INFO, type Chain, listCoinsOnChain } from '@sarraf/domain';
import { type RawBuilder, sql } from 'kysely';
import { computePlannedFee } from '../../chains/planned-fee.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CustodyContext } from '../deps.ts';
import { listRetiredGenerations } from '../generations.ts';
import type { ChainNode } from '../ports.ts';
import { readKillSwitch } from './kill-switch.ts';
import { insertOutgoing, lockOwnOrders } from './outgoing-store.ts';

/** Balance of one deposit address that was not swept. */
interface UnsweptBalance {
  address: string;
  keyIndex: bigint;
  /** Generation of the seed that controls this address. */
  generation: number;
  asset: Asset;
  tokenType: string;
  amount: bigint;
}

/** Addresses of one coin that are checked per minute. */
const MAX_ADDRESSES = 20;
/** Pause of an address after a failed sweep. */
const PAUSE_MS = 6 * 3600_000;
/** Minimum value of a sweep, as a multiple of its fee. */
const MIN_WORTH_MULTIPLE = 20n;
/** Multiple of the planned fee that is left behind for rising fees, and swept the next time. */
const FEE_RESERVE_MULTIPLE = 2n;

/**
 * Minimum fee where a plan doesn't include everything: TRX burns some for bandwidth. Smallest units of the chain's
 * coin.
 */
export const MIN_FEE: Partial<Record<Chain, bigint>> = { TRON: 1_100_000n };

/** Returns whether each deposit address is an account of its own. */
export const hasAccountPerAddress = (chain: Chain): boolean =>
  CHAIN_INFO[chain].family !== 'UTXO' && !CHAIN_INFO[chain].oneAccount;

/**
 * Sweeps deposits to the hot address where they are worth the fee. Tokens first need coins of the chain, which come
 * from the hot address. This only queues orders; they are sent like all others.
 */
export async function sweepDeposits(context: CustodyContext): Promise<void> {
  if ((await readKillSwitch(context.db)) !== null) return;
  for (const node of context.nodes.values()) {
    if (!hasAccountPerAddress(node.chain)) continue;
    try {
      await sweepChain(context, node);
    } catch (err) {
      context.log.warn({ area: 'custody', chain: node.chain, err }, 'nothing swept: retried in a minute');
    }
  }
}

async function sweepChain(context: CustodyContext, node: ChainNode): Promise<void> {
  const keys = await context.getPublicKeys();
  const hot = keys.chains[node.chain]?.hot;
  if (hot === undefined) return;
  for (const { asset, tokenType } of listCoinsOnChain(node.chain)) {
    const balances = await findUnsweptBalances(
      context,
      node.chain,
      asset,
      tokenType,
      listRetiredGenerations(keys),
    );
    let fee: bigint | null = null;
    for (const balance of balances) {
      // Fees of one minute are alike, and each is estimated with a payment that could really be made.
      fee ??= await estimateSweepFee(node, hot, balance);
      if (isWorthMoving(context, node.chain, balance, fee))
        await sweepAddress(context, node, hot, balance, fee);
    }
  }
}

/**
 * Drops orders queued for a seed that is no longer the newest, which the signer refuses, and sweeps of money that
 * was spent otherwise first. They are queued again.
 */
export async function dropStaleOrders(context: CustodyContext, chain: Chain, hot: string): Promise<void> {
  await sql`with stale as (
      update outgoing set state = 'CANCELLED', trouble = null
      where chain = ${chain} and kind in ('SWEEP', 'ROTATION') and state = 'QUEUED' and transaction_id is null
        and (address <> ${hot} or (kind = 'ROTATION' and trouble = 'HOT_WALLET_EMPTY')) returning id
    )
    update coin_deposits set swept_by = null where swept_by in (select id from stale)`.execute(context.db);
}

/** Selects the open orders that sweep or fund an address. */
const selectOpenOrders = (chain: Chain, keyIndex: RawBuilder<unknown>, address: RawBuilder<unknown>) =>
  sql`select from outgoing o where o.chain = ${chain} and o.state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT')
    and ((o.kind = 'SWEEP' and o.from_index = ${keyIndex}) or (o.kind = 'GAS' and o.address = ${address}))`;

/** Returns the addresses with the largest balance first, except those being swept or funded. */
async function findUnsweptBalances(
  context: CustodyContext,
  chain: Chain,
  asset: Asset,
  tokenType: string,
  withoutSeed: readonly number[],
): Promise<UnsweptBalance[]> {
  const { rows } =
    await sql<UnsweptBalance>`select d.address, a.key_index as "keyIndex", a.generation, ${asset}::text as asset,
      ${tokenType}::text as "tokenType", sum(d.amount) as amount
    from coin_deposits d join deposit_addresses a on a.chain = d.chain and a.address = d.address and a.tag = ''
    where d.chain = ${chain} and d.asset = ${asset} and d.token_type = ${tokenType} and d.state = 'CREDITED'
      and d.swept_by is null and a.generation <> all(${[...withoutSeed]}::integer[])
      and not exists (${selectOpenOrders(chain, sql.ref('a.key_index'), sql.ref('d.address'))})
      -- What failed may fail again, for a fee each time.
      and not exists (select from outgoing o where o.chain = d.chain and o.from_index = a.key_index
        and o.kind = 'SWEEP' and o.state = 'FAILED' and o.done_at > ${new Date(context.clock.now() - PAUSE_MS)})
    group by d.address, a.key_index, a.generation order by sum(d.amount) desc limit ${MAX_ADDRESSES}`.execute(
      context.db,
    );
  return rows;
}

async function estimateSweepFee(node: ChainNode, hot: string, unswept: UnsweptBalance): Promise<bigint> {
  const { address, asset, tokenType, amount } = unswept;
  const payment = { to: hot, tag: null, asset, tokenType, amount };
  const fee = computePlannedFee(
    await node.plan({ sender: address, payments: [payment], unspent: [], all: true }),
  );
  const minFee = MIN_FEE[node.chain] ?? 0n;
  return fee < minFee ? minFee : fee;
}

/** Returns whether the amount is worth a multiple of its fee; anything less is not moved. */
export function isWorthMoving(
  context: CustodyContext,
  chain: Chain,
  { asset, tokenType, amount }: Pick<UnsweptBalance, 'asset' | 'amount'> & { tokenType: string },
  fee: bigint,
): boolean {
  const { coin } = CHAIN_INFO[chain];
  if (asset === coin && tokenType === chain) return amount >= MIN_WORTH_MULTIPLE * fee;
  const tomanValue = context.market.tomanValue(asset, amount);
  const tomanFee = context.market.tomanValue(coin, fee);
  return tomanValue !== null && tomanFee !== null && tomanValue >= MIN_WORTH_MULTIPLE * tomanFee;
}

async function sweepAddress(
  context: CustodyContext,
  node: ChainNode,
  hot: string,
  unswept: UnsweptBalance,
  fee: bigint,
): Promise<void> {
  const { chain } = node;
  const { coin } = CHAIN_INFO[chain];
  const { address, asset, tokenType, keyIndex } = unswept;
  const coins = await node.balance(address, coin, chain);
  if (asset === coin && tokenType === chain) {
    if (coins > MIN_WORTH_MULTIPLE * fee)
      await queueSweep(context, chain, unswept, hot, coins - FEE_RESERVE_MULTIPLE * fee);
    return;
  }
  const tokens = await node.balance(address, asset, tokenType);
  if (tokens <= 0n) return;
  if (coins >= fee) return queueSweep(context, chain, unswept, hot, tokens);
  const isQueued = await context.db.transaction().execute(async (tx) => {
    if (!(await isStillUnswept(tx, chain, unswept))) return false;
    await insertOutgoing(context, tx, {
      kind: 'GAS',
      asset: coin,
      tokenType: chain,
      fromIndex: null,
      address,
      tag: '',
      amount: FEE_RESERVE_MULTIPLE * fee - coins,
      userId: null,
      withdrawalId: null,
      fee: 0n,
    });
    return true;
  });
  if (isQueued)
    context.log.info({ area: 'custody', chain, keyIndex: String(keyIndex) }, 'sending coins for a sweep');
}

/** Returns whether a concurrent run of the job has neither swept nor funded the address; none can until `tx` ends. */
async function isStillUnswept(
  tx: Tx,
  chain: Chain,
  { address, asset, tokenType, keyIndex }: UnsweptBalance,
): Promise<boolean> {
  await lockOwnOrders(tx, chain);
  const { rows } = await sql`select from coin_deposits
    where chain = ${chain} and address = ${address} and asset = ${asset} and token_type = ${tokenType}
      and state = 'CREDITED' and swept_by is null
      and not exists (${selectOpenOrders(chain, sql`${keyIndex}`, sql`${address}`)}) limit 1`.execute(tx);
  return rows.length > 0;
}

async function queueSweep(
  context: CustodyContext,
  chain: Chain,
  unswept: UnsweptBalance,
  hot: string,
  amount: bigint,
): Promise<void> {
  const { address, asset, tokenType, keyIndex, generation } = unswept;
  await context.db.transaction().execute(async (tx) => {
    if (!(await isStillUnswept(tx, chain, unswept))) return;
    const id = await insertOutgoing(context, tx, {
      kind: 'SWEEP',
      asset,
      tokenType,
      fromIndex: keyIndex,
      generation,
      address: hot,
      tag: '',
      amount,
      userId: null,
      withdrawalId: null,
      fee: 0n,
    });
    await sql`update coin_deposits set swept_by = ${id}
      where address = ${address} and asset = ${asset} and token_type = ${tokenType} and state = 'CREDITED'
        and swept_by is null`.execute(tx);
  });
}
