import { createHash } from 'node:crypto';
import { type Asset, CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Codec, DecodedTransaction, SignedTransaction, TransactionPlan } from '../chains/types.ts';
import { type ChainNode, SignerRefusedError } from '../custody/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { type AuthorizedOrder, authorizeOrder } from './authorize-order.ts';
import { findExceededCap } from './caps.ts';
import { type ApprovalContext, type Approvals, verifyOrderApprovals } from './check-approvals.ts';
import { assertPlanAcceptable, verifySignedBytes } from './check-plan.ts';
import { Exposure, type Outflow } from './exposure.ts';
import type { JournalEntry, JournalRecord } from './journal.ts';
import type { SignerKeys } from './keys.ts';
import { isProvenExpired } from './proven-expired.ts';
import { type FoundOrder, findDepositKey, readOrders } from './read-orders.ts';

export interface SigningContext extends ApprovalContext {
  db: Db;
  clock: Clock;
  sealKey: Buffer;
  keys: SignerKeys;
  codecOf(chain: Chain): Codec;
  /**
   * The signer's own nodes, for chains whose transactions expire; absent: nothing on that chain is signed again
   * after its expiry.
   */
  nodeOf(chain: Chain): ChainNode | undefined;
}

export interface SignRequest {
  chain: Chain;
  orders: readonly string[];
  /** Null: nothing new is signed. */
  plan: TransactionPlan | null;
  /** The payer that the plan assumes; see `assertSender`. */
  sender?: string;
  replaces?: string;
  /** Claim of the orders; not needed for those in state SENT. */
  claim?: string;
  /** Approval signatures of staff. */
  approvals?: Approvals;
}

/**
 * Signs one transaction for these orders, or returns what was signed for them before. The caller must serialise
 * calls.
 *
 * STOPPED: withdrawals are stopped; NOT_APPROVED, BAD_SEAL, BAD_ADDRESS: see authorize-order.ts; NEEDS_APPROVAL: see
 * check-approvals.ts; BAD_PLAN; ALREADY_SIGNED: the chain may still accept other bytes for one of them; NOT_SIGNED:
 * there are none, and no plan; OVER_CAP: too much within the hour or the day; LATCHED: an operator must release it
 * first.
 */
export async function signOrders(context: SigningContext, request: SignRequest): Promise<SignedTransaction> {
  const { journal, clock } = context;
  const ids = [...new Set(request.orders)].sort();
  const { stopped, orders } = await readOrders(context.db, ids);
  if (stopped) throw new SignerRefusedError('STOPPED');
  const history = journal.listSignaturesFor(ids);
  const newest = history.at(-1);
  const { replaces } = request;
  // Whatever the plan is: the chain may accept earlier bytes at any time. The transaction to be replaced may have
  // been replaced already, with the response lost.
  if (newest && (replaces === undefined || history.slice(0, -1).some(({ txid }) => txid === replaces))) {
    if (!isForOrders(newest, ids) || newest.chain !== request.chain)
      throw new SignerRefusedError('ALREADY_SIGNED');
    return { raw: journal.readRaw(newest), txid: newest.txid };
  }
  if (newest?.txid !== replaces) throw new SignerRefusedError('ALREADY_SIGNED', 'replaces something else');
  const { plan } = request;
  if (plan === null) throw new SignerRefusedError('NOT_SIGNED');
  if (journal.latched) throw new SignerRefusedError('LATCHED');
  const payer = findPayerGeneration(context.keys, request.chain, newest);
  const authorized = await authorizeOrders(context, request, ids, orders, payer);
  const digest = computeDigest(orders);
  if (history.some((entry) => !isForOrders(entry, ids) || entry.digest !== digest))
    throw new SignerRefusedError('ALREADY_SIGNED', 'the orders were others');
  const first = history.length === 0;
  const signedWithdrawals = verifyOrderApprovals(context, orders, request.approvals ?? [], {
    first,
    now: clock.now(),
  });
  assertPlanAcceptable(request.chain, plan, clock.now());
  assertSender(context.keys, request, authorized);
  const { signed, decoded, fee } = buildSigned(context, request.chain, plan, authorized);
  // A sent transaction may be in a block already, whatever its expiry was.
  const wasSent = orders.some(({ state }) => state === 'SENT');
  const node = wasSent ? undefined : context.nodeOf(request.chain);
  for (const entry of history) await assertReplaces(request.chain, entry, decoded, node);
  const entry = {
    chain: request.chain,
    orders: ids,
    digest,
    ...signed,
    at: clock.now(),
    sender: decoded.from,
    inputs: [...decoded.inputs],
    sequence: decoded.sequence,
    expires: decoded.expires,
    out: sumOutflows([{ asset: CHAIN_INFO[request.chain].coin, amount: fee }, ...sumLeaving(authorized)]),
    withdrawals: orders.flatMap(({ id, withdrawalId }) =>
      withdrawalId === null ? [] : [{ order: id, withdrawal: withdrawalId }],
    ),
  } satisfies JournalEntry;
  const addsMore = journal.exposure.computeIncrease({ ...entry, out: sumLeaving(authorized) }).length > 0;
  enforceCaps(context, entry, addsMore);
  journal.append({ ...entry, letGo: first || addsMore ? signedWithdrawals : [] });
  return signed;
}

const isForOrders = (entry: JournalRecord, ids: readonly string[]): boolean =>
  entry.orders.length === ids.length && entry.orders.every((id, i) => id === ids[i]);

async function authorizeOrders(
  context: SigningContext,
  { chain, replaces, claim }: SignRequest,
  ids: readonly string[],
  orders: readonly FoundOrder[],
  payer: number,
): Promise<AuthorizedOrder[]> {
  if (orders.length !== ids.length) throw new SignerRefusedError('NOT_APPROVED', 'unknown orders');
  if (ids.length > 1 && CHAIN_INFO[chain].family !== 'UTXO')
    throw new SignerRefusedError('BAD_PLAN', 'one payment at a time');
  const options = {
    sealKey: context.sealKey,
    keys: context.keys,
    outbids: replaces !== undefined,
    claim: claim ?? null,
    payer,
    depositKeyOf: (onChain: Chain, address: string) => findDepositKey(context.db, onChain, address),
  };
  const authorized: AuthorizedOrder[] = [];
  for (const order of orders) authorized.push(await authorizeOrder(options, chain, order));
  return authorized;
}

/**
 * Refuses a plan for another payer, made before a rotation: its sequence is of another account, and its change
 * would not be ours. While there was one seed the field is absent.
 */
function assertSender(
  keys: SignerKeys,
  { chain, sender }: SignRequest,
  authorized: readonly AuthorizedOrder[],
): void {
  const payer = keys.senderOf(chain, authorized[0]?.from ?? { branch: 'hot', generation: keys.newest });
  if (sender === undefined ? keys.newest > 0 : sender !== payer)
    throw new SignerRefusedError('BAD_PLAN', 'planned for another payer');
}

/**
 * Returns the newest generation, or the one whose hot key paid the first time: the chain would accept transactions
 * of both.
 */
function findPayerGeneration(keys: SignerKeys, chain: Chain, earlier: JournalRecord | undefined): number {
  if (earlier === undefined || earlier.sender === null) return keys.newest;
  return (
    keys
      .listGenerations()
      .findLast((generation) => keys.hotAddressOf(chain, generation) === earlier.sender) ?? keys.newest
  );
}

function buildSigned(
  { codecOf, keys }: SigningContext,
  chain: Chain,
  plan: TransactionPlan,
  authorized: readonly AuthorizedOrder[],
): { signed: SignedTransaction; decoded: DecodedTransaction; fee: bigint } {
  const from = authorized[0]?.from ?? { branch: 'hot', generation: keys.newest };
  const sender = keys.senderOf(chain, from);
  const hot = keys.hotAddressOf(chain);
  if (sender === null || hot === null) throw new SignerRefusedError('BAD_ADDRESS', `${chain} is off`);
  const payments = authorized.map(({ payment }) => payment);
  const codec = codecOf(chain);
  try {
    const signed = keys.withKeys(chain, (keyOf) => codec.sign({ from, sender, payments }, plan, keyOf));
    const decoded = codec.decode(signed.raw);
    if (decoded.txid !== signed.txid) throw new Error('unexpected txid');
    return { signed, decoded, fee: verifySignedBytes(chain, plan, decoded, { payments, sender, hot }) };
  } catch (error) {
    if (error instanceof SignerRefusedError) throw error;
    throw new SignerRefusedError('BAD_PLAN', (error as Error).message);
  }
}

/**
 * Allows replacement bytes only if the chain can never accept both: they spend an output of the old ones, or have
 * their sequence, or `node` proves that the old ones have expired (absent: not considered).
 */
async function assertReplaces(
  chain: Chain,
  old: JournalRecord,
  decoded: DecodedTransaction,
  node: ChainNode | undefined,
): Promise<void> {
  const oldInputs = new Set(old.inputs.map(({ txid, index }) => `${txid}:${index}`));
  const conflicts =
    decoded.inputs.some(({ txid, index }) => oldInputs.has(`${txid}:${index}`)) ||
    // The same sequence of another account is no conflict.
    (old.sequence !== null && decoded.sequence === old.sequence && old.sender === decoded.from);
  // On the XRP ledger another sequence always means another payment.
  if (conflicts || (CHAIN_INFO[chain].family !== 'XRPL' && (await isProvenExpired(node, old)))) return;
  throw new SignerRefusedError('ALREADY_SIGNED', `${old.txid} may still be taken by the chain`);
}

/** Returns the amounts paid to others. */
const sumLeaving = (authorized: readonly AuthorizedOrder[]): Outflow[] =>
  sumOutflows(authorized.flatMap(({ leaves, payment }) => (leaves ? [payment] : [])));

function sumOutflows(parts: readonly Outflow[]): Outflow[] {
  const sums = new Map<Asset, bigint>();
  for (const { asset, amount } of parts) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].flatMap(([asset, amount]) => (amount > 0n ? [{ asset, amount }] : []));
}

/**
 * OVER_CAP. An honest server leaves orders without room in the queue (`status`), so a request that exceeds a cap
 * trips the latch. An order above the cap on its own is only refused, and so is a fee.
 */
function enforceCaps({ journal, caps, clock }: SigningContext, entry: JournalEntry, addsMore: boolean): void {
  const { exposure } = journal;
  const now = clock.now();
  const exceeded = findExceededCap(caps(), exposure, exposure.computeIncrease(entry), now);
  if (exceeded === null) return;
  const isTooLarge = findExceededCap(caps(), new Exposure(), entry.out, now) !== null;
  if (!isTooLarge && addsMore) journal.latch(exceeded.of, exceeded.asset, now);
  throw new SignerRefusedError(
    'OVER_CAP',
    `${exceeded.asset ?? 'all coins'}: more than may leave within the ${exceeded.of}`,
  );
}

/** Digest of the orders' full content, so that an id never gets another meaning. */
function computeDigest(orders: readonly FoundOrder[]): string {
  const hash = createHash('sha256');
  const seals = orders.map(({ id, seal }) => `${id} ${seal.toString('hex')}`).sort();
  return hash.update(seals.join('\n')).digest('hex');
}
