import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { plannedFee } from '../chains/planned-fee.ts';
import type { TransactionPlan, Signed } from '../chains/types.ts';
import type { CustodyContext } from './deps.ts';
import { follow, followKnown } from './follow-known.ts';
import { readStop } from './kill-switch.ts';
import type { Outgoing, Trouble } from './outgoing-store.ts';
import { BlockedClaim, keyPathOf, planClaim, type Replaced } from './plan-claim.ts';
import { type ChainNode, SignerRefused } from './ports.ts';
import { reviveDead } from './rivals.ts';
import { recordSigned } from './send-rows.ts';
import { findTransaction, postpone, readChainTransactions, releaseClaim, splitClaim } from './send-store.ts';
import { senderOf } from './senders.ts';

const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;

/** Grows with each try. */
const later = (kit: CustodyContext, orders: readonly Outgoing[]): Date => {
  const tries = Math.max(0, ...orders.map((order) => order.tries));
  return new Date(kit.clock.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(tries, 10)));
};

/**
 * Plans, has signed and writes down one transaction for a claim. `fresh`: it was claimed just now, so the signer was
 * never asked and the orders may go back. Answers whether there are bytes to broadcast.
 */
export async function signClaim(
  kit: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  fresh: boolean,
): Promise<boolean> {
  let asked = !fresh;
  try {
    if (await isKnown(kit, node, orders, fresh)) return false;
    const replaced = await replacedBy(kit, orders);
    if (!fresh && (await recall(kit, node, orders, replaced))) return true;
    if (!fresh && replaced === null) {
      await releaseClaim(kit.db, orders, null, kit.now());
      return false;
    }
    const { sender, plan, paid } = await planClaim(kit, node, orders, replaced);
    if ((await readStop(kit.db)) !== null) throw new BlockedClaim('STOPPED');
    if (paid.length < orders.length)
      await releaseClaim(kit.db, without(orders, paid), 'HOT_WALLET_EMPTY', later(kit, without(orders, paid)));
    asked = true;
    const signed = await ask(kit, node.chain, paid, plan, replaced);
    await record(kit, node.chain, paid, signed, sender, plannedFee(plan));
    return true;
  } catch (error) {
    await giveBack(kit, node.chain, orders, error, { fresh, asked });
    return false;
  }
}

/**
 * Whoever can write into the database could have what was paid signed once more, where bytes have an end: the chain is
 * asked first. Those of the orders that it knows nothing of are claimed alone.
 */
async function isKnown(
  kit: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  fresh: boolean,
): Promise<boolean> {
  const followed = await followKnown(kit, node, orders).catch((error: Error) => {
    throw new BlockedClaim('NODE_AWAY', error.message);
  });
  if (followed.length === 0) return false;
  const rest = without(orders, followed);
  if (fresh) await releaseClaim(kit.db, rest, null, kit.now());
  return true;
}

const ask = (
  kit: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  plan: TransactionPlan | null,
  replaced: Replaced | null,
): Promise<Signed> =>
  kit.signer.sign({
    chain,
    orders: orders.map(({ id }) => id),
    plan,
    ...(replaced && { replaces: replaced.txid }),
    ...(orders[0]?.claimId && { claim: orders[0].claimId }),
  });

/** What a crash or a lost answer left: bytes that the signer may have made are written down. False: it made none. */
async function recall(
  kit: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  replaced: Replaced | null,
): Promise<boolean> {
  const { chain } = node;
  try {
    const signed = await ask(kit, chain, orders, null, replaced);
    await record(kit, chain, orders, signed, await senderOf(kit, chain, keyPathOf(orders[0])), null);
    return true;
  } catch (error) {
    if (error instanceof SignerRefused && error.code === 'NOT_SIGNED') return false;
    throw error;
  }
}

async function record(
  kit: CustodyContext,
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
  // Had they been written down before, then nothing was now: a row says that it waits, and was paid.
  const [known] = await readChainTransactions(kit.db, sql`chain = ${chain} and txid = ${signed.txid}`);
  if (known) await follow(kit, orders, known);
}

const without = (all: readonly Outgoing[], some: readonly Outgoing[]): Outgoing[] =>
  all.filter((order) => !some.includes(order));

/** What the signer refuses it has not signed, so the orders may go back; of anything else nobody knows. */
async function giveBack(
  kit: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  error: unknown,
  { fresh, asked }: { fresh: boolean; asked: boolean },
): Promise<void> {
  const about = { area: 'custody', chain, orders: orders.map(({ id }) => id), err: error };
  const at = later(kit, orders);
  if (error instanceof SignerRefused) return refused(kit, orders, error, fresh, about);
  const trouble = error instanceof BlockedClaim ? error.trouble : 'SIGNER_AWAY';
  kit.log.warn(about, 'not sent');
  if (asked) return postpone(kit.db, orders, trouble, at);
  return releaseClaim(kit.db, orders, trouble, isAtOnce(trouble, orders) ? kit.now() : at);
}

/** One of several that can't be paid is found by trying each alone, without a pause. */
const isAtOnce = (trouble: Trouble, orders: readonly Outgoing[]): boolean =>
  trouble === 'STOPPED' || (trouble === 'DESTINATION' && orders.length > 1);

async function refused(
  kit: CustodyContext,
  orders: readonly Outgoing[],
  { code }: SignerRefused,
  fresh: boolean,
  about: object,
): Promise<void> {
  const at = later(kit, orders);
  if (code === 'STOPPED')
    return fresh
      ? releaseClaim(kit.db, orders, 'STOPPED', kit.now())
      : postpone(kit.db, orders, 'STOPPED', kit.now());
  kit.log.error({ ...about, event: 'signer refused' }, code);
  // Something that was signed for one of them may still be taken by the chain: that one must not be taken back.
  if (code === 'ALREADY_SIGNED' && orders.length > 1) return splitClaim(kit.db, orders, kit.now());
  if (code === 'ALREADY_SIGNED' || !fresh) return postpone(kit.db, orders, 'SIGNER_REFUSED', at);
  return releaseClaim(kit.db, orders, 'SIGNER_REFUSED', orders.length > 1 ? kit.now() : at);
}

/** The bytes that were signed for these orders before and came to nothing; null: there are none. */
async function replacedBy(kit: CustodyContext, orders: readonly Outgoing[]): Promise<Replaced | null> {
  const id = orders[0]?.transactionId ?? null;
  const transaction = id === null ? null : await findTransaction(kit.db, id);
  if (transaction === null) return null;
  const { inputs } = kit.codecOf(transaction.chain).decode(transaction.raw);
  return { txid: transaction.txid, inputs };
}
