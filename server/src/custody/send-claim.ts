import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { plannedFee } from '../chains/planned-fee.ts';
import type { KeyPlace, Payment, Plan, Signed } from '../chains/types.ts';
import type { Kit } from './deps.ts';
import { readStop } from './kill-switch.ts';
import { neededFor, type Outgoing, type Trouble } from './outgoing-store.ts';
import { type ChainNode, SignerRefused } from './ports.ts';
import { reviveDead } from './rivals.ts';
import { recordSigned } from './send-rows.ts';
import {
  findTransaction,
  openSequence,
  postpone,
  release,
  splitClaim,
  type Unspent,
  unspentOf,
} from './send-store.ts';
import { senderOf } from './senders.ts';

/** An order can't be paid now, and why. */
export class Hindered extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, message: string = trouble) {
    super(message);
    this.trouble = trouble;
  }
}

const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;

/** Grows with each try. */
const later = (kit: Kit, orders: readonly Outgoing[]): Date => {
  const tries = Math.max(0, ...orders.map((order) => order.tries));
  return new Date(kit.clock.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(tries, 10)));
};

/**
 * Plans, has signed and writes down one transaction for a claim. `fresh`: it was claimed just now, so the signer was
 * never asked and the orders may go back. Answers whether there are bytes to broadcast.
 */
export async function signClaim(
  kit: Kit,
  node: ChainNode,
  orders: readonly Outgoing[],
  fresh: boolean,
): Promise<boolean> {
  let asked = !fresh;
  try {
    const replaced = await replacedBy(kit, orders);
    if (!fresh && (await recall(kit, node, orders, replaced))) return true;
    if (!fresh && replaced === null) {
      await release(kit.db, orders, null, kit.now());
      return false;
    }
    const { sender, plan, paid } = await planFor(kit, node, orders, replaced);
    if ((await readStop(kit.db)) !== null) throw new Hindered('STOPPED');
    if (paid.length < orders.length)
      await release(kit.db, without(orders, paid), 'HOT_WALLET_EMPTY', later(kit, without(orders, paid)));
    asked = true;
    const signed = await ask(kit, node.chain, paid, plan, replaced);
    await record(kit, node.chain, paid, signed, sender, plannedFee(plan));
    return true;
  } catch (error) {
    await giveBack(kit, node.chain, orders, error, { fresh, asked });
    return false;
  }
}

const ask = (
  kit: Kit,
  chain: Chain,
  orders: readonly Outgoing[],
  plan: Plan | null,
  replaced: Replaced | null,
): Promise<Signed> =>
  kit.signer.sign({
    chain,
    orders: orders.map(({ id }) => id),
    plan,
    ...(replaced && { replaces: replaced.txid }),
  });

/** What a crash or a lost answer left: bytes that the signer may have made are written down. False: it made none. */
async function recall(
  kit: Kit,
  node: ChainNode,
  orders: readonly Outgoing[],
  replaced: Replaced | null,
): Promise<boolean> {
  const { chain } = node;
  try {
    const signed = await ask(kit, chain, orders, null, replaced);
    await record(kit, chain, orders, signed, await senderOf(kit, chain, placeOf(orders[0])), null);
    return true;
  } catch (error) {
    if (error instanceof SignerRefused && error.code === 'NOT_SIGNED') return false;
    throw error;
  }
}

async function record(
  kit: Kit,
  chain: Chain,
  orders: readonly Outgoing[],
  signed: Signed,
  sender: string,
  maxFee: bigint | null,
): Promise<void> {
  const decoded = kit.codecOf(chain).decode(signed.raw);
  if (decoded.txid !== signed.txid) throw new Error('the signer answered other bytes than it says');
  if (await reviveDead(kit, chain, { signed, decoded }, orders)) return;
  await recordSigned(kit, chain, orders, { signed, decoded, sender, maxFee: decoded.maxFee ?? maxFee });
}

const without = (all: readonly Outgoing[], some: readonly Outgoing[]): Outgoing[] =>
  all.filter((order) => !some.includes(order));

/** What the signer refuses it has not signed, so the orders may go back; of anything else nobody knows. */
async function giveBack(
  kit: Kit,
  chain: Chain,
  orders: readonly Outgoing[],
  error: unknown,
  { fresh, asked }: { fresh: boolean; asked: boolean },
): Promise<void> {
  const about = { area: 'custody', chain, orders: orders.map(({ id }) => id), err: error };
  const at = later(kit, orders);
  if (error instanceof SignerRefused) return refused(kit, orders, error, fresh, about);
  const trouble = error instanceof Hindered ? error.trouble : 'SIGNER_AWAY';
  kit.log.warn(about, 'not sent');
  if (asked) return postpone(kit.db, orders, trouble, at);
  return release(kit.db, orders, trouble, isAtOnce(trouble, orders) ? kit.now() : at);
}

/** One of several that can't be paid is found by trying each alone, without a pause. */
const isAtOnce = (trouble: Trouble, orders: readonly Outgoing[]): boolean =>
  trouble === 'STOPPED' || (trouble === 'DESTINATION' && orders.length > 1);

async function refused(
  kit: Kit,
  orders: readonly Outgoing[],
  { code }: SignerRefused,
  fresh: boolean,
  about: object,
): Promise<void> {
  const at = later(kit, orders);
  if (code === 'STOPPED')
    return fresh
      ? release(kit.db, orders, 'STOPPED', kit.now())
      : postpone(kit.db, orders, 'STOPPED', kit.now());
  kit.log.error({ ...about, event: 'signer refused' }, code);
  // Something that was signed for one of them may still be taken by the chain: that one must not be taken back.
  if (code === 'ALREADY_SIGNED' && orders.length > 1) return splitClaim(kit.db, orders, kit.now());
  if (code === 'ALREADY_SIGNED' || !fresh) return postpone(kit.db, orders, 'SIGNER_REFUSED', at);
  return release(kit.db, orders, 'SIGNER_REFUSED', orders.length > 1 ? kit.now() : at);
}

interface Replaced {
  txid: string;
  inputs: readonly { txid: string; index: number }[];
}

/** The bytes that were signed for these orders before and came to nothing; null: there are none. */
async function replacedBy(kit: Kit, orders: readonly Outgoing[]): Promise<Replaced | null> {
  const id = orders[0]?.transactionId ?? null;
  const transaction = id === null ? null : await findTransaction(kit.db, id);
  if (transaction === null) return null;
  const { inputs } = kit.codecOf(transaction.chain).decode(transaction.raw);
  return { txid: transaction.txid, inputs };
}

interface Planned {
  sender: string;
  plan: Plan;
  /** Those of the orders that there is enough for. */
  paid: readonly Outgoing[];
}

async function planFor(
  kit: Kit,
  node: ChainNode,
  orders: readonly Outgoing[],
  replaced: Replaced | null,
): Promise<Planned> {
  const { chain } = node;
  const from = placeOf(orders[0]);
  const sender = await senderOf(kit, chain, from);
  if (CHAIN_INFO[chain].family === 'UTXO') {
    const unspent = await spendable(kit, node, replaced);
    // What was signed together is signed anew together.
    if (replaced) return { sender, plan: await plan(node, sender, orders, unspent), paid: orders };
    return { sender, ...(await planMost(node, sender, affordable(orders, unspent), unspent)) };
  }
  const made = await plan(node, sender, orders, []);
  const ordered = await inOrder(kit, chain, sender, made);
  await checkFunds(node, sender, orders[0], ordered);
  return { sender, plan: ordered, paid: orders };
}

/** As many of the orders as there is enough for, the fee included. */
async function planMost(
  node: ChainNode,
  sender: string,
  orders: readonly Outgoing[],
  unspent: readonly Unspent[],
): Promise<{ plan: Plan; paid: readonly Outgoing[] }> {
  if (orders.length === 0) throw new Hindered('HOT_WALLET_EMPTY');
  try {
    return { plan: await plan(node, sender, orders, unspent), paid: orders };
  } catch (error) {
    const tooMuch = error instanceof Hindered && error.trouble === 'HOT_WALLET_EMPTY';
    if (!tooMuch || orders.length === 1) throw error;
    return planMost(node, sender, orders.slice(0, orders.length >> 1), unspent);
  }
}

export const placeOf = (order: Outgoing | undefined): KeyPlace =>
  order?.fromIndex == null
    ? { branch: 'hot' }
    : { branch: 'deposit', index: Number.parseInt(order.fromIndex.toString(), 10) };

async function plan(
  node: ChainNode,
  sender: string,
  orders: readonly Outgoing[],
  unspent: readonly Unspent[],
): Promise<Plan> {
  const payments = orders.map(paymentOf);
  try {
    return await node.plan({ sender, payments, unspent });
  } catch (error) {
    const { message } = error as Error;
    if (message === 'DESTINATION') throw new Hindered('DESTINATION');
    throw new Hindered(message === 'FUNDS' ? 'HOT_WALLET_EMPTY' : 'NODE_AWAY', message);
  }
}

export const paymentOf = ({ address, tag, asset, tokenType, amount }: Outgoing): Payment => ({
  to: address,
  tag: tag === '' ? null : tag,
  asset,
  tokenType,
  amount,
});

/** Outputs of dead bytes come first: what replaces them must spend one of them, or both could come true. */
export async function spendable(
  kit: Kit,
  node: ChainNode,
  replaced: Pick<Replaced, 'inputs'> | null,
): Promise<Unspent[]> {
  const { chain } = node;
  const head = await node.head().catch((error: Error) => {
    throw new Hindered('NODE_AWAY', error.message);
  });
  const unspent = await unspentOf(kit.db, chain, head.height, neededFor(kit, CHAIN_INFO[chain].coin, chain));
  const first = new Set(replaced?.inputs.map(({ txid, index }) => `${txid}:${index}`));
  const isFirst = ({ txid, index }: Unspent) => first.has(`${txid}:${index}`);
  return [...unspent.filter(isFirst), ...unspent.filter((output) => !isFirst(output))];
}

/** In order, without those that are too large for what is there: nobody waits behind them. */
function affordable(orders: readonly Outgoing[], unspent: readonly Unspent[]): Outgoing[] {
  let left = unspent.reduce((sum, { amount }) => sum + amount, 0n);
  return orders.filter(({ amount }) => {
    if (amount >= left) return false;
    left -= amount;
    return true;
  });
}

/** A node may have forgotten bytes of ours that wait for a block: the next sequence is above them. */
async function inOrder(kit: Kit, chain: Chain, sender: string, made: Plan): Promise<Plan> {
  if (made.family !== 'EVM' && made.family !== 'MULTIVERSX') return made;
  const open = await openSequence(kit.db, chain, sender);
  const least = open === null ? 0 : Number.parseInt(open.toString(), 10) + 1;
  return { ...made, nonce: Math.max(made.nonce, least) };
}

export async function checkFunds(
  node: ChainNode,
  sender: string,
  order: Outgoing | undefined,
  made: Plan,
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
    throw new Hindered('NODE_AWAY', error.message);
  });
  const [coins, tokens] = balances;
  if (coins < (isCoin ? amount + fee : fee) || (tokens !== null && tokens < amount))
    throw new Hindered('HOT_WALLET_EMPTY');
}
