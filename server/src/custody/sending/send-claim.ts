import { type Chain, computeBackoff } from '@sarraf/domain';
import { sql } from 'kysely';
import type { SignedTransaction, TransactionPlan } from '../../chains/types.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findApprovalAssertions } from '../approvals/find-assertions.ts';
import type { CustodyContext } from '../deps.ts';
import { type ChainNode, type MissingSignatures, SignerRefusedError } from '../ports.ts';
import { reviveDead } from './conflicting.ts';
import { attachOrders, resumeKnownTransactions } from './follow-known.ts';
import { readKillSwitch } from './kill-switch.ts';
import type { Outgoing, PendingReason } from './outgoing-store.ts';
import { ClaimBlockedError, findPayingAddress, planClaim, type ReplacedTransaction } from './plan-claim.ts';
import { recordSigned } from './send-rows.ts';
import {
  computeMaxCost,
  findTransaction,
  postponeClaim,
  readChainTransactions,
  releaseClaim,
  splitClaim,
} from './send-store.ts';

const BACKOFF = { firstMs: 5_000, maxMs: 600_000 };

/** Returns the next attempt; the delay grows with each attempt. */
const nextAttemptAt = (context: CustodyContext, orders: readonly Outgoing[]): Date => {
  const tries = Math.max(0, ...orders.map((order) => order.tries));
  return new Date(context.clock.now() + computeBackoff(BACKOFF, tries));
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
  let signerCalled = !fresh;
  try {
    if (await resumeIfKnown(context, node, orders, fresh)) return false;
    const replaced = await findReplacedTransaction(context, orders);
    if (!fresh && (await recoverSigned(context, node, orders, replaced))) return true;
    if (!fresh && replaced === null) {
      await releaseClaim(context.db, orders, null, context.now());
      return false;
    }
    await assertSignerRoom(context, orders);
    const { sender, plan, paid } = await planClaim(context, node, orders, replaced);
    if ((await readKillSwitch(context.db)) !== null) throw new ClaimBlockedError('STOPPED');
    if (paid.length < orders.length)
      await releaseClaim(
        context.db,
        excludeOrders(orders, paid),
        'HOT_WALLET_EMPTY',
        nextAttemptAt(context, excludeOrders(orders, paid)),
      );
    signerCalled = true;
    const signed = await requestSignature(context, node.chain, paid, { plan, sender }, replaced);
    await recordSignature(context, node.chain, paid, signed, sender);
    return true;
  } catch (error) {
    await handleSignFailure(context, node.chain, orders, error, { fresh, signerCalled });
    return false;
  }
}

/**
 * Checks the chain first: an attacker with write access to the database could have paid orders signed again where
 * bytes expire. The orders that the chain knows nothing of are claimed alone.
 */
async function resumeIfKnown(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  fresh: boolean,
): Promise<boolean> {
  const resumed = await resumeKnownTransactions(context, node, orders).catch((error: Error) => {
    throw new ClaimBlockedError('NODE_AWAY', error.message);
  });
  if (resumed.length === 0) return false;
  const remaining = excludeOrders(orders, resumed);
  if (fresh) await releaseClaim(context.db, remaining, null, context.now());
  return true;
}

/**
 * Defers orders beyond the hourly cap: the signer stops itself when more is requested, so in a rush withdrawals
 * wait here instead.
 */
async function assertSignerRoom(context: CustodyContext, orders: readonly Outgoing[]): Promise<void> {
  const { latch, room } = await context.signer.status();
  if (latch) throw new ClaimBlockedError('SIGNER_LATCHED');
  const withdrawals = orders.filter(({ kind }) => kind === 'WITHDRAWAL');
  for (const [asset, assetOrders] of Map.groupBy(withdrawals, (order) => order.asset)) {
    const amount = assetOrders.reduce((sum, order) => sum + order.amount, 0n);
    if (amount > (room[asset] ?? 0n)) throw new ClaimBlockedError('OVER_CAP');
  }
}

async function requestSignature(
  context: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  planned: { plan: TransactionPlan; sender: string } | null,
  replaced: ReplacedTransaction | null,
): Promise<SignedTransaction> {
  const { generation } = await context.getPublicKeys();
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
async function recoverSigned(
  context: CustodyContext,
  node: ChainNode,
  orders: readonly Outgoing[],
  replaced: ReplacedTransaction | null,
): Promise<boolean> {
  const { chain } = node;
  try {
    const signed = await requestSignature(context, chain, orders, null, replaced);
    await recordSignature(context, chain, orders, signed, await findPayingAddress(context, chain, orders[0]));
    return true;
  } catch (error) {
    if (error instanceof SignerRefusedError && error.code === 'NOT_SIGNED') return false;
    throw error;
  }
}

async function recordSignature(
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
    maxFee: await computeMaxCost(context.db, chain, decoded),
  });
  // If they had been recorded before, nothing was recorded now: a row says that it waits although it was paid.
  const [recorded] = await readChainTransactions(context.db, sql`chain = ${chain} and txid = ${signed.txid}`);
  if (recorded) await attachOrders(context, orders, recorded);
}

const excludeOrders = (all: readonly Outgoing[], excluded: readonly Outgoing[]): Outgoing[] =>
  all.filter((order) => !excluded.includes(order));

/** Releases orders that the signer refused, since it has not signed them; after any other error this is unknown. */
async function handleSignFailure(
  context: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  error: unknown,
  { fresh, signerCalled }: { fresh: boolean; signerCalled: boolean },
): Promise<void> {
  const logFields = { area: 'custody', chain, orders: orders.map(({ id }) => id), err: error };
  const at = nextAttemptAt(context, orders);
  if (error instanceof SignerRefusedError) return handleRefusal(context, orders, error, fresh, logFields);
  const trouble = error instanceof ClaimBlockedError ? error.trouble : 'SIGNER_AWAY';
  context.log.warn(logFields, 'not sent');
  if (signerCalled) return postponeClaim(context.db, orders, trouble, at);
  return releaseClaim(context.db, orders, trouble, retriesImmediately(trouble, orders) ? context.now() : at);
}

/** If one of several can't be paid, it is found by trying each alone, without a pause. */
const retriesImmediately = (trouble: PendingReason, orders: readonly Outgoing[]): boolean =>
  trouble === 'STOPPED' || ((trouble === 'DESTINATION' || trouble === 'OVER_CAP') && orders.length > 1);

async function handleRefusal(
  context: CustodyContext,
  orders: readonly Outgoing[],
  { code, about: lacking }: SignerRefusedError,
  fresh: boolean,
  logFields: object,
): Promise<void> {
  const at = nextAttemptAt(context, orders);
  if (code === 'STOPPED')
    return fresh
      ? releaseClaim(context.db, orders, 'STOPPED', context.now())
      : postponeClaim(context.db, orders, 'STOPPED', context.now());
  if (code === 'NEEDS_APPROVAL' && fresh && lacking) return returnToReview(context, orders, lacking);
  context.log.error({ ...logFields, event: 'signer refused' }, code);
  const trouble = code === 'LATCHED' ? 'SIGNER_LATCHED' : code === 'OVER_CAP' ? code : 'SIGNER_REFUSED';
  // The chain may still accept what was signed for one of them: that one must not be released.
  if (code === 'ALREADY_SIGNED' && orders.length > 1) return splitClaim(context.db, orders, context.now());
  if (code === 'ALREADY_SIGNED' || !fresh) return postponeClaim(context.db, orders, trouble, at);
  return releaseClaim(context.db, orders, trouble, orders.length > 1 ? context.now() : at);
}

/**
 * Returns an order above the automatic limit to staff review; the others of its transaction are retried
 * immediately.
 */
async function returnToReview(
  context: CustodyContext,
  orders: readonly Outgoing[],
  { order, missing }: MissingSignatures,
): Promise<void> {
  const unapproved = orders.filter(({ id }) => id === order);
  const others = excludeOrders(orders, unapproved);
  if (others.length > 0) await releaseClaim(context.db, others, null, context.now());
  if (unapproved.length > 0)
    await releaseClaim(context.db, unapproved, 'NEEDS_APPROVAL', nextAttemptAt(context, unapproved));
  const withdrawalId = unapproved[0]?.withdrawalId;
  if (!withdrawalId) return;
  const key = `withdrawal-unsigned:${withdrawalId}`;
  await enqueue(context.db, 'withdrawal-unsigned', { withdrawalId, missing }, { key });
}

/** Returns the earlier bytes of these orders that failed or died; null: there are none. */
async function findReplacedTransaction(
  context: CustodyContext,
  orders: readonly Outgoing[],
): Promise<ReplacedTransaction | null> {
  const id = orders[0]?.transactionId ?? null;
  const transaction = id === null ? null : await findTransaction(context.db, id);
  if (transaction === null) return null;
  const { inputs } = context.codecOf(transaction.chain).decode(transaction.raw);
  return { txid: transaction.txid, sender: transaction.sender, inputs };
}
