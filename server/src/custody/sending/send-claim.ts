import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import type { SignedTransaction, TransactionPlan } from '../../chains/types.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findApprovalAssertions } from '../approvals/given-approvals.ts';
import type { CustodyContext } from '../deps.ts';
import { type ChainNode, type MissingSignatures, SignerRefused } from '../ports.ts';
import { reviveDead } from './conflicting.ts';
import { attachOrders, resumeKnownTransactions } from './follow-known.ts';
import { readKillSwitch } from './kill-switch.ts';
import type { Outgoing, PendingReason } from './outgoing-store.ts';
import { ClaimBlockedError, payingAddressOf, planClaim, type ReplacedTransaction } from './plan-claim.ts';
import { recordSigned } from './send-rows.ts';
import {
  findTransaction,
  mostCostOf,
  postpone,
  readChainTransactions,
  releaseClaim,
  splitClaim,
} from './send-store.ts';

const PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 600_000;

/** Returns the next attempt; the delay grows with each attempt. */
const later = (context: CustodyContext, orders: readonly Outgoing[]): Date => {
  const tries = Math.max(0, ...orders.map((order) => order.tries));
  return new Date(context.clock.now() + Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** Math.min(tries, 10)));
};

/**
 * Plans, signs and records one transaction for a claim. `fresh`: it was claimed just now, so the signer was never
 * called and the orders may be released. Returns whether there are bytes to broadcast.
 */
export async function signClaim(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  fresh: boolean,
): Promise<boolean> {
  let asked = !fresh;
  try {
    if (await isKnown(context, node, orders, fresh)) return false;
    const replaced = await replacedBy(context, orders);
    if (!fresh && (await recall(context, node, orders, replaced))) return true;
    if (!fresh && replaced === null) {
      await releaseClaim(context.db, orders, null, context.now());
      return false;
    }
    await checkRoom(context, orders);
    const { sender, plan, paid } = await planClaim(context, node, orders, replaced);
    if ((await readKillSwitch(context.db)) !== null) throw new ClaimBlockedError('STOPPED');
    if (paid.length < orders.length)
      await releaseClaim(
        context.db,
        without(orders, paid),
        'HOT_WALLET_EMPTY',
        later(context, without(orders, paid)),
      );
    asked = true;
    const signed = await ask(context, node.chain, paid, { plan, sender }, replaced);
    await record(context, node.chain, paid, signed, sender);
    return true;
  } catch (error) {
    await handleSignFailure(context, node.chain, orders, error, { fresh, asked });
    return false;
  }
}

/**
 * Checks the chain first: an attacker with write access to the database could have paid orders signed again where
 * bytes expire. The orders that the chain knows nothing of are claimed alone.
 */
async function isKnown(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  fresh: boolean,
): Promise<boolean> {
  const followed = await resumeKnownTransactions(context, node, orders).catch((error: Error) => {
    throw new ClaimBlockedError('NODE_AWAY', error.message);
  });
  if (followed.length === 0) return false;
  const rest = without(orders, followed);
  if (fresh) await releaseClaim(context.db, rest, null, context.now());
  return true;
}

/**
 * Defers orders beyond the hourly cap: the signer stops itself when more is requested, so in a rush withdrawals
 * wait here instead.
 */
async function checkRoom(context: CustodyContext, orders: readonly Outgoing[]): Promise<void> {
  const { latch, room } = await context.signer.status();
  if (latch) throw new ClaimBlockedError('SIGNER_LATCHED');
  const leaving = orders.filter(({ kind }) => kind === 'WITHDRAWAL');
  for (const [asset, some] of Map.groupBy(leaving, (order) => order.asset)) {
    const amount = some.reduce((sum, order) => sum + order.amount, 0n);
    if (amount > (room[asset] ?? 0n)) throw new ClaimBlockedError('OVER_CAP');
  }
}

async function ask(
  context: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  planned: { plan: TransactionPlan; sender: string } | null,
  replaced: ReplacedTransaction | null,
): Promise<SignedTransaction> {
  const { generation } = await context.publicKeys();
  return context.signer.sign({
    chain,
    orders: orders.map(({ id }) => id),
    plan: planned?.plan ?? null,
    // A signer that has switched to a newer seed signs nothing that was planned for another sender.
    ...(planned && generation > 0 && { sender: planned.sender }),
    approvals: await findApprovalAssertions(context.db, orders),
    ...(replaced && { replaces: replaced.txid }),
    ...(orders[0]?.claimId && { claim: orders[0].claimId }),
  });
}

/** Records bytes that the signer may have made before a crash or a lost reply. Returns false if it made none. */
async function recall(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  replaced: ReplacedTransaction | null,
): Promise<boolean> {
  const { chain } = node;
  try {
    const signed = await ask(context, chain, orders, null, replaced);
    await record(context, chain, orders, signed, await payingAddressOf(context, chain, orders[0]));
    return true;
  } catch (error) {
    if (error instanceof SignerRefused && error.code === 'NOT_SIGNED') return false;
    throw error;
  }
}

async function record(
  context: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  signed: SignedTransaction,
  sender: string,
): Promise<void> {
  const decoded = context.codecOf(chain).decode(signed.raw);
  if (decoded.txid !== signed.txid) throw new Error('the signer returned bytes of another transaction id');
  if (await reviveDead(context, chain, { signed, decoded }, orders)) return;
  await recordSigned(context, chain, orders, {
    signed,
    decoded,
    sender: decoded.from ?? sender,
    maxFee: await mostCostOf(context.db, chain, decoded),
  });
  // If they had been recorded before, nothing was recorded now: a row says that it waits although it was paid.
  const [known] = await readChainTransactions(context.db, sql`chain = ${chain} and txid = ${signed.txid}`);
  if (known) await attachOrders(context, orders, known);
}

const without = (all: readonly Outgoing[], some: readonly Outgoing[]): Outgoing[] =>
  all.filter((order) => !some.includes(order));

/** Releases orders that the signer refused, since it has not signed them; after any other error this is unknown. */
async function handleSignFailure(
  context: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  error: unknown,
  { fresh, asked }: { fresh: boolean; asked: boolean },
): Promise<void> {
  const about = { area: 'custody', chain, orders: orders.map(({ id }) => id), err: error };
  const at = later(context, orders);
  if (error instanceof SignerRefused) return refused(context, orders, error, fresh, about);
  const trouble = error instanceof ClaimBlockedError ? error.trouble : 'SIGNER_AWAY';
  context.log.warn(about, 'not sent');
  if (asked) return postpone(context.db, orders, trouble, at);
  return releaseClaim(context.db, orders, trouble, isAtOnce(trouble, orders) ? context.now() : at);
}

/** If one of several can't be paid, it is found by trying each alone, without a pause. */
const isAtOnce = (trouble: PendingReason, orders: readonly Outgoing[]): boolean =>
  trouble === 'STOPPED' || ((trouble === 'DESTINATION' || trouble === 'OVER_CAP') && orders.length > 1);

async function refused(
  context: CustodyContext,
  orders: readonly Outgoing[],
  { code, about: lacking }: SignerRefused,
  fresh: boolean,
  about: object,
): Promise<void> {
  const at = later(context, orders);
  if (code === 'STOPPED')
    return fresh
      ? releaseClaim(context.db, orders, 'STOPPED', context.now())
      : postpone(context.db, orders, 'STOPPED', context.now());
  if (code === 'NEEDS_APPROVAL' && fresh && lacking) return needsApproval(context, orders, lacking);
  context.log.error({ ...about, event: 'signer refused' }, code);
  const trouble = code === 'LATCHED' ? 'SIGNER_LATCHED' : code === 'OVER_CAP' ? code : 'SIGNER_REFUSED';
  // The chain may still accept what was signed for one of them: that one must not be released.
  if (code === 'ALREADY_SIGNED' && orders.length > 1) return splitClaim(context.db, orders, context.now());
  if (code === 'ALREADY_SIGNED' || !fresh) return postpone(context.db, orders, trouble, at);
  return releaseClaim(context.db, orders, trouble, orders.length > 1 ? context.now() : at);
}

/**
 * Returns an order above the automatic limit to staff review; the others of its transaction are retried
 * immediately.
 */
async function needsApproval(
  context: CustodyContext,
  orders: readonly Outgoing[],
  { order, missing }: MissingSignatures,
): Promise<void> {
  const lacking = orders.filter(({ id }) => id === order);
  const others = without(orders, lacking);
  if (others.length > 0) await releaseClaim(context.db, others, null, context.now());
  if (lacking.length > 0) await releaseClaim(context.db, lacking, 'NEEDS_APPROVAL', later(context, lacking));
  const withdrawalId = lacking[0]?.withdrawalId;
  if (!withdrawalId) return;
  const key = `withdrawal-unsigned:${withdrawalId}`;
  await enqueue(context.db, 'withdrawal-unsigned', { withdrawalId, missing }, { key });
}

/** Returns the earlier bytes of these orders that failed or died; null: there are none. */
async function replacedBy(
  context: CustodyContext,
  orders: readonly Outgoing[],
): Promise<ReplacedTransaction | null> {
  const id = orders[0]?.transactionId ?? null;
  const transaction = id === null ? null : await findTransaction(context.db, id);
  if (transaction === null) return null;
  const { inputs } = context.codecOf(transaction.chain).decode(transaction.raw);
  return { txid: transaction.txid, sender: transaction.sender, inputs };
}
