/** Plans the payment of claimed orders: the paying key, the outputs or sequence, and whether the funds suffice. */
import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { computePlannedFee } from '../../chains/planned-fee.ts';
import type { ChainPayment, KeyPath, TransactionPlan } from '../../chains/types.ts';
import type { CustodyContext } from '../deps.ts';
import { listRetiredGenerations } from '../generations.ts';
import type { ChainNode, PublicKeys } from '../ports.ts';
import { type Outgoing, type PendingReason, requiredConfirmations } from './outgoing-store.ts';
import { findOpenSequence, listUnspentOutputs, type UnspentOutput } from './send-store.ts';
import { findSenderAddress } from './senders.ts';

/** An order can't be paid now, for the given reason. */
export class ClaimBlockedError extends Error {
  override readonly name = 'ClaimBlockedError';
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

interface ClaimPlan {
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
): Promise<ClaimPlan> {
  const { chain } = node;
  const isUtxo = CHAIN_INFO[chain].family === 'UTXO';
  const sender = (isUtxo ? null : replaced?.sender) ?? (await findPayingAddress(context, chain, orders[0]));
  if (isUtxo) {
    const unspent = await listSpendableOutputs(
      context,
      node,
      replaced,
      generationLimit(await context.getPublicKeys(), orders[0]),
    );
    // Orders that were signed together are signed again together.
    if (replaced) return { sender, plan: await planTransaction(node, sender, orders, unspent), paid: orders };
    return { sender, ...(await planAffordable(node, sender, selectAffordable(orders, unspent), unspent)) };
  }
  const plan = await planTransaction(node, sender, orders, []);
  const ordered = await withNextSequence(context, chain, sender, plan);
  await assertFunds(node, sender, orders[0], ordered);
  return { sender, plan: ordered, paid: orders };
}

/** Plans as many of the orders as the funds suffice for, fee included. */
async function planAffordable(
  node: ChainNode,
  sender: string,
  orders: readonly Outgoing[],
  unspent: readonly UnspentOutput[],
): Promise<{ plan: TransactionPlan; paid: readonly Outgoing[] }> {
  if (orders.length === 0) throw new ClaimBlockedError('HOT_WALLET_EMPTY');
  try {
    return { plan: await planTransaction(node, sender, orders, unspent), paid: orders };
  } catch (error) {
    const exceedsFunds = error instanceof ClaimBlockedError && error.trouble === 'HOT_WALLET_EMPTY';
    if (!exceedsFunds || orders.length === 1) throw error;
    return planAffordable(node, sender, orders.slice(0, orders.length >> 1), unspent);
  }
}

/**
 * Returns the paying address: the older seed's key for sweeps and rotations of its funds, else the newest hot
 * address.
 */
export async function findPayingAddress(
  context: CustodyContext,
  chain: Chain,
  order: Outgoing | undefined,
): Promise<string> {
  const { generation } = await context.getPublicKeys();
  return findSenderAddress(context, chain, keyPathOf(chain, generation, order));
}

function keyPathOf(chain: Chain, newest: number, order: Outgoing | undefined): KeyPath {
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
const generationLimit = ({ generation }: PublicKeys, order: Outgoing | undefined): number | null =>
  order?.kind === 'ROTATION' ? generation : null;

async function planTransaction(
  node: ChainNode,
  sender: string,
  orders: readonly Outgoing[],
  unspent: readonly UnspentOutput[],
): Promise<TransactionPlan> {
  const payments = orders.map(toChainPayment);
  try {
    return await node.plan({ sender, payments, unspent });
  } catch (error) {
    const { message } = error as Error;
    if (message === 'DESTINATION') throw new ClaimBlockedError('DESTINATION');
    throw new ClaimBlockedError(message === 'FUNDS' ? 'HOT_WALLET_EMPTY' : 'NODE_AWAY', message);
  }
}

export const toChainPayment = ({ address, tag, asset, tokenType, amount }: Outgoing): ChainPayment => ({
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
): Promise<UnspentOutput[]> {
  const { chain } = node;
  const head = await node.head().catch((error: Error) => {
    throw new ClaimBlockedError('NODE_AWAY', error.message);
  });
  const unspent = await listUnspentOutputs(
    context.db,
    chain,
    head.height,
    requiredConfirmations(context, CHAIN_INFO[chain].coin, chain),
    { olderThan, withoutSeed: listRetiredGenerations(await context.getPublicKeys()) },
  );
  const preferred = new Set(replaced?.inputs.map(({ txid, index }) => `${txid}:${index}`));
  const isFirst = ({ txid, index }: UnspentOutput) => preferred.has(`${txid}:${index}`);
  return [...unspent.filter(isFirst), ...unspent.filter((output) => !isFirst(output))];
}

/** Returns the affordable orders in their sequence; orders that are too large do not block those behind them. */
function selectAffordable(orders: readonly Outgoing[], unspent: readonly UnspentOutput[]): Outgoing[] {
  let remaining = unspent.reduce((sum, { amount }) => sum + amount, 0n);
  return orders.filter(({ amount }) => {
    if (amount >= remaining) return false;
    remaining -= amount;
    return true;
  });
}

/** Returns the next sequence above our own open transactions, which a node may have forgotten. */
async function withNextSequence(
  context: CustodyContext,
  chain: Chain,
  sender: string,
  draft: TransactionPlan,
): Promise<TransactionPlan> {
  if (draft.family !== 'EVM' && draft.family !== 'MULTIVERSX') return draft;
  const highestOpen = await findOpenSequence(context.db, chain, sender);
  const minNonce = highestOpen === null ? 0 : Number.parseInt(highestOpen.toString(), 10) + 1;
  return { ...draft, nonce: Math.max(draft.nonce, minNonce) };
}

export async function assertFunds(
  node: ChainNode,
  sender: string,
  order: Outgoing | undefined,
  draft: TransactionPlan,
): Promise<void> {
  if (!order) return;
  const { asset, tokenType, amount } = order;
  const { coin } = CHAIN_INFO[node.chain];
  const fee = computePlannedFee(draft);
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
