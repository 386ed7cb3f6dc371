import { type Asset, type Chain, findNetwork } from '@sarraf/domain';
import { sql } from 'kysely';
import { computeOrderSeal, type SealedOrder } from '../../chains/seal.ts';
import { insertWith, type Row } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { explorerLink } from '../networks.ts';
import type { WithdrawalOrder, WithdrawalProgress } from '../types.ts';
import { readKillSwitch } from './kill-switch.ts';

export type OrderKind = 'WITHDRAWAL' | 'SWEEP' | 'GAS' | 'COLD' | 'ROTATION';
export type OrderState = 'QUEUED' | 'CLAIMED' | 'SIGNED' | 'SENT' | 'DONE' | 'FAILED' | 'CANCELLED';
/** Why an order waits; the back office has a text for each. */
export type PendingReason =
  | 'SIGNER_REFUSED'
  | 'SIGNER_AWAY'
  | 'SIGNER_LATCHED' // it stopped itself: an operator with its passphrase decides
  | 'NEEDS_APPROVAL' // above the automatic limit: returns to staff review
  | 'OVER_CAP' // the cap of the hour is used up
  | 'HOT_WALLET_EMPTY'
  | 'NODE_AWAY'
  | 'DESTINATION' // the node reports that this destination can't be paid this way
  | 'FAILED_ON_CHAIN'
  | 'NONCE_GONE' // its sequence was used by unknown bytes: a staff member decides
  | 'PERSON_BLOCKED'
  | 'PERSON_FROZEN'
  | 'STOPPED';

/** A payment to be sent; amounts are smallest units. */
export interface Outgoing {
  id: string;
  kind: OrderKind;
  chain: Chain;
  asset: Asset;
  tokenType: string;
  fromIndex: bigint | null;
  /** Generation of the seed whose key pays, for SWEEP and ROTATION. */
  generation: number;
  address: string;
  tag: string;
  amount: bigint;
  userId: string | null;
  withdrawalId: string | null;
  fee: bigint;
  state: OrderState;
  claimId: string | null;
  transactionId: string | null;
  tries: number;
  failures: number;
}

export const OUTGOING_COLUMNS = sql`id, kind, chain, asset, token_type as "tokenType", from_index as "fromIndex", generation, address, tag,
  amount, user_id as "userId", withdrawal_id as "withdrawalId", fee, state, claim_id as "claimId",
  transaction_id as "transactionId", tries, failures`;

/** An order as it is queued; the other fields are set here. */
export type NewOrder = Omit<SealedOrder, 'id' | 'chain'> & { fee: bigint };

const INSERT_OUTGOING = insertWith(
  'outgoing',
  {
    id: 'uuid',
    kind: 'text',
    chain: 'text',
    asset: 'text',
    token_type: 'text',
    from_index: 'bigint?',
    address: 'text',
    tag: 'text',
    amount: 'numeric',
    user_id: 'uuid?',
    withdrawal_id: 'uuid?',
    fee: 'numeric',
    seal: 'text',
    at: 'timestamptz',
  },
  (v) => `insert into outgoing (id, kind, chain, asset, token_type, from_index, address, tag, amount, user_id,
      withdrawal_id, fee, seal, state, next_try_at, created_at)
    select id, kind, chain, asset, token_type, from_index, address, tag, amount, user_id, withdrawal_id, fee,
      decode(seal, 'hex'), 'QUEUED', at, at
    from ${v}`,
);

/** Throws for a coin without such a network. */
function chainOf(asset: string, tokenType: string): Chain {
  const network = findNetwork(asset as Asset, tokenType);
  if (!network) throw new Error(`${asset} has no network ${tokenType}`);
  return network.chain;
}

const sealOrder = (
  context: CustodyContext,
  order: NewOrder,
): { order: SealedOrder & { fee: bigint }; seal: Buffer } => {
  const completeOrder = { ...order, id: newId(), chain: chainOf(order.asset, order.tokenType) };
  return { order: completeOrder, seal: computeOrderSeal(context.sealKey, completeOrder) };
};

const toNewOrder = (order: WithdrawalOrder): NewOrder => ({
  kind: 'WITHDRAWAL',
  asset: order.asset,
  tokenType: order.tokenType,
  fromIndex: null,
  address: order.address,
  tag: order.tag ?? '',
  amount: order.amount,
  userId: order.userId,
  withdrawalId: order.withdrawalId,
  fee: order.fee,
});

/** Queues an order of any kind and returns its id. */
export async function insertOutgoing(
  context: CustodyContext,
  tx: Queryable,
  order: NewOrder,
): Promise<string> {
  const { order: o, seal } = sealOrder(context, order);
  const now = context.now();
  await sql`insert into outgoing (id, kind, chain, asset, token_type, from_index, generation, address, tag, amount,
      user_id, withdrawal_id, fee, seal, state, next_try_at, created_at)
    values (${o.id}, ${o.kind}, ${o.chain}, ${o.asset}, ${o.tokenType}, ${o.fromIndex}, ${o.generation ?? 0},
      ${o.address}, ${o.tag},
      ${o.amount}, ${o.userId}, ${o.withdrawalId}, ${o.fee}, ${seal}, 'QUEUED', ${now}, ${now})
    on conflict (withdrawal_id) do update set state = 'QUEUED', next_try_at = excluded.next_try_at, tries = 0
      where outgoing.state = 'CANCELLED'`.execute(tx);
  return o.id;
}

/** Namespace of the advisory locks of the exchange's own orders. */
const OWN_ORDERS_LOCK_IDS = 7354;

/**
 * Makes other transactions that queue the exchange's own orders of this chain wait until this one ends. A job may
 * run twice concurrently, since it can take longer than its interval: each run checks under this lock whether its
 * order is still due, or the same money would be spent by two.
 */
export async function lockOwnOrders(tx: Tx, chain: Chain): Promise<void> {
  await sql`select pg_advisory_xact_lock(${OWN_ORDERS_LOCK_IDS}, hashtext(${chain}))`.execute(tx);
}

/** Queues an approved withdrawal, also one that had returned to staff review; idempotent. */
export async function queueOrder(context: CustodyContext, tx: Tx, order: WithdrawalOrder): Promise<void> {
  await insertOutgoing(context, tx, toNewOrder(order));
}

/** Returns the same insert as a row of a ledger command. */
export function queueOrderRow(context: CustodyContext, order: WithdrawalOrder): Row {
  const { order: o, seal } = sealOrder(context, toNewOrder(order));
  return INSERT_OUTGOING.row({
    id: o.id,
    kind: o.kind,
    chain: o.chain,
    asset: o.asset,
    token_type: o.tokenType,
    from_index: o.fromIndex,
    address: o.address,
    tag: o.tag,
    amount: o.amount,
    user_id: o.userId,
    withdrawal_id: o.withdrawalId,
    fee: o.fee,
    seal: seal.toString('hex'),
    at: context.now(),
  });
}

/** Delays all queued orders of a user until the given time. */
export async function delayOrders(tx: Tx, userId: string, until: Date): Promise<void> {
  await sql`update outgoing set next_try_at = greatest(next_try_at, ${until})
    where user_id = ${userId} and state = 'QUEUED'`.execute(tx);
}

/** Returns true if the order will never be sent; false if it is or was at the signer, or is unknown. */
export async function cancelQueuedOrder(tx: Tx, withdrawalId: string): Promise<boolean> {
  const { rows } = await sql`update outgoing set state = 'CANCELLED', trouble = null
    where withdrawal_id = ${withdrawalId} and state = 'QUEUED' and transaction_id is null returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** An order that can no longer be paid as far as is known: its sequence is used, or it failed and waits for a retry. */
const IS_LOST = sql`((o.state = 'CLAIMED' and o.trouble = 'NONCE_GONE') or (o.state = 'QUEUED' and o.failures > 0))`;

/**
 * Ends an order whose sequence was used by other bytes for good, or that failed on its chain and waits for a retry
 * (as while its owner is blocked), so that its money can be refunded. Returns false for any other order, or if the
 * chain knows its bytes after all. Throws while the node is unreachable.
 */
export async function failLostOrder(context: CustodyContext, tx: Tx, withdrawalId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; chain: Chain; tried: boolean; txid: string }>`select o.id, o.chain,
      o.state = 'QUEUED' as tried, r.txid
    from outgoing o join chain_transactions t on t.id = o.transaction_id
    join chain_transactions r on r.payment_id = t.payment_id
    where o.withdrawal_id = ${withdrawalId} and ${IS_LOST}`.execute(tx);
  const order = rows[0];
  const node = order && context.nodes.get(order.chain);
  if (!order || !node) return false;
  for (const { txid } of rows) {
    const found = await node.find(txid);
    const failed = order.tried && found.state === 'INCLUDED' && !found.ok;
    if (found.state !== 'UNKNOWN' && !failed) return false;
  }
  const { numAffectedRows } =
    await sql`update outgoing o set state = 'FAILED', claim_id = null, done_at = ${context.now()}
    where o.id = ${order.id} and ${IS_LOST}`.execute(tx);
  return numAffectedRows === 1n;
}

const MAX_BATCH_SIZE = 1_000;

/** Returns the progress by withdrawal, of at most 1,000. */
export async function readSendingProgress(
  context: CustodyContext,
  withdrawalIds: readonly string[],
): Promise<Map<string, WithdrawalProgress>> {
  if (withdrawalIds.length === 0) return new Map();
  const [{ rows }, stop] = await Promise.all([
    sql<ProgressRow>`select o.withdrawal_id as "withdrawalId", o.chain, o.asset, o.token_type as "tokenType", o.state,
        o.trouble, o.transaction_id is not null as "wasSigned", t.txid, t.height, c.head_height as head,
        exists (select from users u where u.id = o.user_id and u.blocked_at is not null) as blocked,
        exists (select from users u where u.id = o.user_id and u.frozen_at is not null) as frozen
      from outgoing o left join chain_transactions t on t.id = o.transaction_id
      left join chain_cursors c on c.chain = o.chain
      where o.withdrawal_id = any(${[...withdrawalIds].slice(0, MAX_BATCH_SIZE)}::uuid[])
        and o.state <> 'CANCELLED'`.execute(context.db),
    readKillSwitch(context.db),
  ]);
  return new Map(rows.map((row) => [row.withdrawalId, toProgress(context, row, stop !== null)]));
}

interface ProgressRow {
  withdrawalId: string;
  chain: Chain;
  asset: Asset;
  tokenType: string;
  state: Exclude<OrderState, 'CANCELLED'>;
  trouble: string | null;
  wasSigned: boolean;
  txid: string | null;
  height: bigint | null;
  head: bigint | null;
  blocked: boolean;
  frozen: boolean;
}

const PROGRESS_STATES: Record<ProgressRow['state'], WithdrawalProgress['state']> = {
  QUEUED: 'QUEUED',
  CLAIMED: 'SENDING',
  SIGNED: 'SENDING',
  SENT: 'SENT',
  DONE: 'DONE',
  FAILED: 'FAILED',
};

function toProgress(context: CustodyContext, row: ProgressRow, stopped: boolean): WithdrawalProgress {
  const { chain, state, txid, height, head } = row;
  // Bytes that were never broadcast may still be replaced: the user gets no link to them.
  const wasBroadcast = state === 'SENT' || state === 'DONE' || state === 'FAILED';
  const visibleTxid = wasBroadcast ? txid : null;
  return {
    state: state === 'QUEUED' && row.wasSigned ? 'SENDING' : PROGRESS_STATES[state],
    txid: visibleTxid,
    link: visibleTxid === null ? null : explorerLink(context, chain, visibleTxid),
    confirmations:
      visibleTxid === null || height === null || head === null || head < height
        ? 0
        : Number.parseInt((head - height + 1n).toString(), 10),
    neededConfirmations: requiredConfirmations(context, row.asset, row.tokenType),
    trouble: pendingReasonOf(row, stopped && !wasBroadcast),
  };
}

/** Reasons that block all orders or all orders of a user are not stored in each row. */
function pendingReasonOf({ state, trouble, blocked, frozen }: ProgressRow, stopped: boolean): string | null {
  if (trouble === 'NONCE_GONE') return trouble;
  if (stopped) return 'STOPPED';
  if (state !== 'QUEUED' || !(blocked || frozen)) return trouble;
  return blocked ? 'PERSON_BLOCKED' : 'PERSON_FROZEN';
}

/** Returns the blocks until a transaction counts as final, where the chain does not report finality itself. */
export const requiredConfirmations = (
  context: Pick<CustodyContext, 'market'>,
  asset: Asset,
  tokenType: string,
): number =>
  context.market.coin(asset).networks.find((network) => network.tokenType === tokenType)?.confirmations ?? 1;
