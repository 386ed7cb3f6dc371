/** Plans the payment of claimed orders: the paying key, the outputs or sequence, and whether the funds suffice. */
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { plannedFee } from '../../chains/planned-fee.ts';
import type { ChainPayment, KeyPath, TransactionPlan } from '../../chains/types.ts';
import type { CustodyContext } from '../deps.ts';
import { retiredSeeds } from '../generations.ts';
import type { ChainNode, PublicKeys } from '../ports.ts';
import { type Outgoing, type PendingReason, requiredConfirmations } from './outgoing-store.ts';
import { openSequence, type Unspent, unspentOf } from './send-store.ts';
import { senderOf } from './senders.ts';

/** An order can't be paid now, for the given reason. */
export class ClaimBlockedError extends Error {
  readonly trouble: PendingReason;
  constructor(trouble: PendingReason, message: string = trouble) {
    super(message);
    this.trouble = trouble;
  }
}

/** Signed bytes that failed or died. */
export interface ReplacedTransaction {
  txid: string;
  /** Null: unknown, or a UTXO chain. */
  sender: string | null;
  inputs: readonly { txid: string; index: number }[];
}

interface Planned {
  sender: string;
  plan: TransactionPlan;
  /** The orders that the funds suffice for. */
  paid: readonly Outgoing[];
}

export async function planClaim(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  replaced: ReplacedTransaction | null,
): Promise<Planned> {
  const { chain } = node;
  const isUtxo = CHAIN_INFO[chain].family === 'UTXO';
  const sender = (isUtxo ? null : replaced?.sender) ?? (await payingAddressOf(context, chain, orders[0]));
  if (isUtxo) {
    const unspent = await listSpendableOutputs(
      context,
      node,
      replaced,
      olderThan(await context.publicKeys(), orders[0]),
    );
    // Orders that were signed together are signed again together.
    if (replaced) return { sender, plan: await plan(node, sender, orders, unspent), paid: orders };
    return { sender, ...(await planMost(node, sender, affordable(orders, unspent), unspent)) };
  }
  const made = await plan(node, sender, orders, []);
  const ordered = await inOrder(context, chain, sender, made);
  await checkFunds(node, sender, orders[0], ordered);
  return { sender, plan: ordered, paid: orders };
}

/** Plans as many of the orders as the funds suffice for, fee included. */
async function planMost(
  node: ChainNode,
  sender: string,
  orders: readonly Outgoing[],
  unspent: readonly Unspent[],
): Promise<{ plan: TransactionPlan; paid: readonly Outgoing[] }> {
  if (orders.length === 0) throw new ClaimBlockedError('HOT_WALLET_EMPTY');
  try {
    return { plan: await plan(node, sender, orders, unspent), paid: orders };
  } catch (error) {
    const tooMuch = error instanceof ClaimBlockedError && error.trouble === 'HOT_WALLET_EMPTY';
    if (!tooMuch || orders.length === 1) throw error;
    return planMost(node, sender, orders.slice(0, orders.length >> 1), unspent);
  }
}

/**
 * Returns the paying address: the older seed's key for sweeps and rotations of its funds, else the newest hot
 * address.
 */
export async function payingAddressOf(
  context: CustodyContext,
  chain: Chain,
  order: Outgoing | undefined,
): Promise<string> {
  const { generation } = await context.publicKeys();
  return senderOf(context, chain, placeOf(chain, generation, order));
}

function placeOf(chain: Chain, newest: number, order: Outgoing | undefined): KeyPath {
  if (order?.fromIndex != null)
    return {
      branch: 'deposit',
      index: Number.parseInt(order.fromIndex.toString(), 10),
      generation: order.generation,
    };
  // On UTXO chains each input has its own key; the change goes to the newest seed.
  const isOlder = order?.kind === 'ROTATION' && CHAIN_INFO[chain].family !== 'UTXO';
  return { branch: 'hot', generation: isOlder ? order.generation : newest };
}

/** Rotations spend funds of older seeds only. */
const olderThan = ({ generation }: PublicKeys, order: Outgoing | undefined): number | null =>
  order?.kind === 'ROTATION' ? generation : null;

async function plan(
  node: ChainNode,
  sender: string,
  orders: readonly Outgoing[],
  unspent: readonly Unspent[],
): Promise<TransactionPlan> {
  const payments = orders.map(paymentOf);
  try {
    return await node.plan({ sender, payments, unspent });
  } catch (error) {
    const { message } = error as Error;
    if (message === 'DESTINATION') throw new ClaimBlockedError('DESTINATION');
    throw new ClaimBlockedError(message === 'FUNDS' ? 'HOT_WALLET_EMPTY' : 'NODE_AWAY', message);
  }
}

export const paymentOf = ({ address, tag, asset, tokenType, amount }: Outgoing): ChainPayment => ({
  to: address,
  tag: tag === '' ? null : tag,
  asset,
  tokenType,
  amount,
});

/** Lists outputs of dead transactions first: a replacement must spend one of them, or both could be mined. */
export async function listSpendableOutputs(
  context: CustodyContext,
  node: ChainNode,
  replaced: Pick<ReplacedTransaction, 'inputs'> | null,
  olderThan: number | null = null,
): Promise<Unspent[]> {
  const { chain } = node;
  const head = await node.head().catch((error: Error) => {
    throw new ClaimBlockedError('NODE_AWAY', error.message);
  });
  const unspent = await unspentOf(
    context.db,
    chain,
    head.height,
    requiredConfirmations(context, CHAIN_INFO[chain].coin, chain),
    { olderThan, withoutSeed: retiredSeeds(await context.publicKeys()) },
  );
  const first = new Set(replaced?.inputs.map(({ txid, index }) => `${txid}:${index}`));
  const isFirst = ({ txid, index }: Unspent) => first.has(`${txid}:${index}`);
  return [...unspent.filter(isFirst), ...unspent.filter((output) => !isFirst(output))];
}

/** Returns the affordable orders in their sequence; orders that are too large do not block those behind them. */
function affordable(orders: readonly Outgoing[], unspent: readonly Unspent[]): Outgoing[] {
  let left = unspent.reduce((sum, { amount }) => sum + amount, 0n);
  return orders.filter(({ amount }) => {
    if (amount >= left) return false;
    left -= amount;
    return true;
  });
}

/** Returns the next sequence above our own open transactions, which a node may have forgotten. */
async function inOrder(
  context: CustodyContext,
  chain: Chain,
  sender: string,
  made: TransactionPlan,
): Promise<TransactionPlan> {
  if (made.family !== 'EVM' && made.family !== 'MULTIVERSX') return made;
  const open = await openSequence(context.db, chain, sender);
  const least = open === null ? 0 : Number.parseInt(open.toString(), 10) + 1;
  return { ...made, nonce: Math.max(made.nonce, least) };
}

export async function checkFunds(
  node: ChainNode,
  sender: string,
  order: Outgoing | undefined,
  made: TransactionPlan,
): Promise<void> {
  if (!order) return;
  const { asset, tokenType, amount } = order;
  const { coin } = CHAIN_INFO[node.chain];
  const fee = plannedFee(made);
  const isCoin = asset === coin && tokenType === node.chain;
  const balances = await Promise.all([
    node.balance(sender, coin, node.chain),
    isCoin ? null : node.balance(sender, asset, tokenType),
  ]).catch((error: Error) => {
    throw new ClaimBlockedError('NODE_AWAY', error.message);
  });
  const [coins, tokens] = balances;
  if (coins < (isCoin ? amount + fee : fee) || (tokens !== null && tokens < amount))
    throw new ClaimBlockedError('HOT_WALLET_EMPTY');
}
