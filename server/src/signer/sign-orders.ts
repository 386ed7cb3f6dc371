import { createHash } from 'node:crypto';
import { type Asset, CHAIN_INFO, type Chain } from '@sarraf/domain';
import type { Codec, DecodedTransaction, SignedTransaction, TransactionPlan } from '../chains/types.ts';
import { type ChainNode, SignerRefused } from '../custody/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { findExceededCap } from './caps.ts';
import { type ApprovalContext, type Approvals, checkApprovals } from './check-approvals.ts';
import { checkPlan, checkSigned } from './check-plan.ts';
import { Exposure, type Outflow } from './exposure.ts';
import type { JournalEntry, JournalRecord } from './journal.ts';
import { type AuthorizedOrder, authorizeOrder } from './judge-order.ts';
import type { SignerKeys } from './keys.ts';
import { isProvenExpired } from './proven-expired.ts';
import { depositKeyOf, type FoundOrder, readOrders } from './read-orders.ts';

export interface SigningContext extends ApprovalContext {
  db: Db;
  clock: Clock;
  sealKey: Buffer;
  keys: SignerKeys;
  codecOf(chain: Chain): Codec;
  /** The signer's own, where bytes have an end; absent: nothing of that chain is signed anew after its end. */
  nodeOf(chain: Chain): ChainNode | undefined;
}

export interface SignRequest {
  chain: Chain;
  orders: readonly string[];
  /** Null: nothing new is signed. */
  plan: TransactionPlan | null;
  /** Who it says pays; see `checkSender`. */
  sender?: string;
  replaces?: string;
  /** By which the orders are claimed; those that are on their way need none. */
  claim?: string;
  /** What colleagues signed of them. */
  approvals?: Approvals;
}

/**
 * Signs one transaction for these orders, or answers what was signed for them before. The caller lets one run at a time.
 *
 * STOPPED: nothing leaves; NOT_APPROVED, BAD_SEAL, BAD_ADDRESS: see judge-order.ts; NEEDS_APPROVAL: see
 * check-approvals.ts; BAD_PLAN; ALREADY_SIGNED: other
 * bytes for one of them may still be taken by the chain; NOT_SIGNED: none were, and there is no plan; OVER_CAP: too
 * much within the hour or the day; LATCHED: a person must look first.
 */
export async function signOrders(context: SigningContext, request: SignRequest): Promise<SignedTransaction> {
  const { journal, clock } = context;
  const ids = [...new Set(request.orders)].sort();
  const { stopped, orders } = await readOrders(context.db, ids);
  if (stopped) throw new SignerRefused('STOPPED');
  const history = journal.of(ids);
  const newest = history.at(-1);
  const { replaces } = request;
  // Whatever the plan says now: bytes that are out may be taken by the chain at any time. What was to be replaced may
  // have been so already, and the answer got lost.
  if (newest && (replaces === undefined || history.slice(0, -1).some(({ txid }) => txid === replaces))) {
    if (!isFor(newest, ids) || newest.chain !== request.chain) throw new SignerRefused('ALREADY_SIGNED');
    return { raw: journal.rawOf(newest), txid: newest.txid };
  }
  if (newest?.txid !== replaces) throw new SignerRefused('ALREADY_SIGNED', 'replaces something else');
  const { plan } = request;
  if (plan === null) throw new SignerRefused('NOT_SIGNED');
  if (journal.latched) throw new SignerRefused('LATCHED');
  const payer = payerOf(context.keys, request.chain, newest);
  const judged = await judge(context, request, ids, orders, payer);
  const digest = digestOf(orders);
  if (history.some((entry) => !isFor(entry, ids) || entry.digest !== digest))
    throw new SignerRefused('ALREADY_SIGNED', 'the orders were others');
  const first = history.length === 0;
  const letGo = checkApprovals(context, orders, request.approvals ?? [], { first, now: clock.now() });
  checkPlan(request.chain, plan, clock.now());
  checkSender(context.keys, request, judged);
  const { signed, decoded, fee } = build(context, request.chain, plan, judged);
  // What is on its way may be in a block already, whatever its end was.
  const onItsWay = orders.some(({ state }) => state === 'SENT');
  const node = onItsWay ? undefined : context.nodeOf(request.chain);
  for (const entry of history) await checkReplaces(request.chain, entry, decoded, node);
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
    out: sumOf([{ asset: CHAIN_INFO[request.chain].coin, amount: fee }, ...leavingOf(judged)]),
    withdrawals: orders.flatMap(({ id, withdrawalId }) =>
      withdrawalId === null ? [] : [{ order: id, withdrawal: withdrawalId }],
    ),
  } satisfies JournalEntry;
  const addsMore = journal.exposure.added({ ...entry, out: leavingOf(judged) }).length > 0;
  checkCaps(context, entry, addsMore);
  journal.append({ ...entry, letGo: first || addsMore ? letGo : [] });
  return signed;
}

const isFor = (entry: JournalRecord, ids: readonly string[]): boolean =>
  entry.orders.length === ids.length && entry.orders.every((id, i) => id === ids[i]);

async function judge(
  context: SigningContext,
  { chain, replaces, claim }: SignRequest,
  ids: readonly string[],
  orders: readonly FoundOrder[],
  payer: number,
): Promise<AuthorizedOrder[]> {
  if (orders.length !== ids.length) throw new SignerRefused('NOT_APPROVED', 'unknown orders');
  if (ids.length > 1 && CHAIN_INFO[chain].family !== 'UTXO')
    throw new SignerRefused('BAD_PLAN', 'one payment at a time');
  const options = {
    sealKey: context.sealKey,
    keys: context.keys,
    outbids: replaces !== undefined,
    claim: claim ?? null,
    payer,
    depositKeyOf: (on: Chain, address: string) => depositKeyOf(context.db, on, address),
  };
  const judged: AuthorizedOrder[] = [];
  for (const order of orders) judged.push(await authorizeOrder(options, chain, order));
  return judged;
}

/**
 * Whoever plans for another payer, since a newer seed came meanwhile, has its sequence from another account, and wouldn't know
 * what is left as ours. While there was one seed nobody says it.
 */
function checkSender(
  keys: SignerKeys,
  { chain, sender }: SignRequest,
  judged: readonly AuthorizedOrder[],
): void {
  const payer = keys.senderOf(chain, judged[0]?.from ?? { branch: 'hot', generation: keys.newest });
  if (sender === undefined ? keys.newest > 0 : sender !== payer)
    throw new SignerRefused('BAD_PLAN', 'planned for another payer');
}

/**
 * The newest seed, or the one whose hot key paid the first time: of two accounts the chain would take both. What was
 * signed long ago doesn't say who paid: there was one seed.
 */
function payerOf(keys: SignerKeys, chain: Chain, before: JournalRecord | undefined): number {
  if (before === undefined || before.sender === null) return keys.newest;
  if (before.sender === undefined) return keys.generations()[0] ?? keys.newest;
  return (
    keys.generations().findLast((generation) => keys.hot(chain, generation) === before.sender) ?? keys.newest
  );
}

function build(
  { codecOf, keys }: SigningContext,
  chain: Chain,
  plan: TransactionPlan,
  judged: readonly AuthorizedOrder[],
): { signed: SignedTransaction; decoded: DecodedTransaction; fee: bigint } {
  const from = judged[0]?.from ?? { branch: 'hot', generation: keys.newest };
  const sender = keys.senderOf(chain, from);
  const hot = keys.hot(chain);
  if (sender === null || hot === null) throw new SignerRefused('BAD_ADDRESS', `${chain} is off`);
  const payments = judged.map(({ payment }) => payment);
  const codec = codecOf(chain);
  try {
    const signed = keys.withKeys(chain, (keyOf) => codec.sign({ from, sender, payments }, plan, keyOf));
    const decoded = codec.decode(signed.raw);
    if (decoded.txid !== signed.txid) throw new Error('another txid');
    return { signed, decoded, fee: checkSigned(chain, plan, decoded, { payments, sender, hot }) };
  } catch (error) {
    if (error instanceof SignerRefused) throw error;
    throw new SignerRefused('BAD_PLAN', (error as Error).message);
  }
}

/**
 * New bytes are allowed beside old ones only where the chain can never take both: they spend an output of the old ones,
 * or have their sequence, or `node` shows that the old ones are dead for good (absent: it doesn't count).
 */
async function checkReplaces(
  chain: Chain,
  old: JournalRecord,
  decoded: DecodedTransaction,
  node: ChainNode | undefined,
): Promise<void> {
  const spends = new Set(old.inputs.map(({ txid, index }) => `${txid}:${index}`));
  const conflicts =
    decoded.inputs.some(({ txid, index }) => spends.has(`${txid}:${index}`)) ||
    // The same sequence of another account rules nothing out.
    (old.sequence !== null &&
      decoded.sequence === old.sequence &&
      (old.sender === undefined || old.sender === decoded.from));
  // On the XRP ledger whatever has another sequence is another payment.
  if (conflicts || (CHAIN_INFO[chain].family !== 'XRPL' && (await isProvenExpired(node, old)))) return;
  throw new SignerRefused('ALREADY_SIGNED', `${old.txid} may still be taken by the chain`);
}

/** What goes to others. */
const leavingOf = (judged: readonly AuthorizedOrder[]): Outflow[] =>
  sumOf(judged.flatMap(({ leaves, payment }) => (leaves ? [payment] : [])));

function sumOf(parts: readonly Outflow[]): Outflow[] {
  const sums = new Map<Asset, bigint>();
  for (const { asset, amount } of parts) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].flatMap(([asset, amount]) => (amount > 0n ? [{ asset, amount }] : []));
}

/**
 * OVER_CAP. An honest server leaves what has no room within the hour in the queue (`status`), so whoever asks for it all
 * the same is stopped. What is too large by itself says nothing of who asks, nor does a fee.
 */
function checkCaps({ journal, caps, clock }: SigningContext, entry: JournalEntry, addsMore: boolean): void {
  const { exposure } = journal;
  const now = clock.now();
  const over = findExceededCap(caps(), exposure, exposure.added(entry), now);
  if (over === null) return;
  const isTooLarge = findExceededCap(caps(), new Exposure(), entry.out, now) !== null;
  if (!isTooLarge && addsMore) journal.latch(over.of, over.asset, now);
  throw new SignerRefused(
    'OVER_CAP',
    `${over.asset ?? 'all coins'}: more than may leave within the ${over.of}`,
  );
}

/** Of all that the orders say, so that the same id never gets to mean something else. */
function digestOf(orders: readonly FoundOrder[]): string {
  const hash = createHash('sha256');
  const seals = orders.map(({ id, seal }) => `${id} ${seal.toString('hex')}`).sort();
  return hash.update(seals.join('\n')).digest('hex');
}
