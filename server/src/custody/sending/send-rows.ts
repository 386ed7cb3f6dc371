import { type Asset, amountOf, CHAIN_INFO, type Chain } from '@sarraf/domain';
import {
  houseAccount,
  insertInto,
  outsideAccount,
  type Row,
  type Transfer,
  updateWith,
  userAccount,
} from '../../ledger/index.ts';
import { newId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { type SignedBytes, splitOutputs } from './conflicting.ts';
import type { Outgoing } from './outgoing-store.ts';
import type { ChainTransaction } from './send-store.ts';

const NEW_TRANSACTION = insertInto('chain_transactions', {
  id: 'uuid',
  payment_id: 'uuid',
  chain: 'text',
  txid: 'text',
  raw: 'text',
  sender: 'text',
  sequence: 'numeric?',
  max_fee: 'numeric?',
  expires: 'bigint?',
  state: 'text',
  created_at: 'timestamptz',
});
const ORDER_SIGNED = updateWith(
  'outgoing_signed',
  { id: 'uuid', transaction_id: 'uuid' },
  (v) => `update outgoing o set state = 'SIGNED', transaction_id = v.transaction_id, trouble = null, tries = 0
    from ${v} where o.id = v.id`,
);
const OUTPUT_SPENT = updateWith(
  'output_spent',
  { chain: 'text', txid: 'text', output_index: 'bigint', spent_by: 'uuid' },
  (v) => `update unspent_outputs u set spent_by = v.spent_by from ${v}
    where u.chain = v.chain and u.txid = v.txid and u.output_index = v.output_index`,
);
const OUTPUT_FREED = updateWith(
  'output_freed',
  { chain: 'text', txid: 'text', output_index: 'bigint' },
  (v) => `update unspent_outputs u set spent_by = null from ${v}
    where u.chain = v.chain and u.txid = v.txid and u.output_index = v.output_index`,
);
const CONFLICTS_DEAD = updateWith(
  'chain_transaction_rivals',
  { id: 'uuid', payment_id: 'uuid', done_at: 'timestamptz' },
  (v) => `update chain_transactions t set state = 'DEAD', done_at = v.done_at
    from ${v} where t.payment_id = v.payment_id and t.id <> v.id and t.state in ('SIGNED', 'SENT', 'INCLUDED')`,
);
const TRANSACTION_DONE = updateWith(
  'chain_transaction_done',
  { id: 'uuid', height: 'bigint', block_hash: 'text', ok: 'boolean', fee: 'numeric', done_at: 'timestamptz' },
  (
    v,
  ) => `update chain_transactions t set state = 'DONE', height = v.height, block_hash = v.block_hash, ok = v.ok,
    fee = v.fee, done_at = v.done_at from ${v} where t.id = v.id`,
);
const ORDER_DONE = updateWith(
  'outgoing_done',
  { id: 'uuid', transaction_id: 'uuid', done_at: 'timestamptz' },
  (v) =>
    `update outgoing o set state = 'DONE', trouble = null, transaction_id = v.transaction_id, done_at = v.done_at
    from ${v} where o.id = v.id`,
);
const ORDER_FAILED = updateWith(
  'outgoing_failed',
  { id: 'uuid', transaction_id: 'uuid', done_at: 'timestamptz' },
  (
    v,
  ) => `update outgoing o set state = 'FAILED', trouble = 'FAILED_ON_CHAIN', transaction_id = v.transaction_id,
    failures = o.failures + 1, done_at = v.done_at from ${v} where o.id = v.id`,
);
/** Amounts of a failed sweep are swept again. */
const SWEEP_UNDONE = updateWith(
  'sweep_undone',
  { id: 'uuid' },
  (v) => `update coin_deposits d set swept_by = null from ${v} where d.swept_by = v.id`,
);
const ORDER_RETRIED = updateWith(
  'outgoing_again',
  { id: 'uuid', next_try_at: 'timestamptz' },
  (
    v,
  ) => `update outgoing o set state = 'QUEUED', claim_id = null, trouble = 'FAILED_ON_CHAIN', tries = o.tries + 1,
    failures = o.failures + 1, next_try_at = v.next_try_at from ${v} where o.id = v.id`,
);

/**
 * Records signed bytes with their ledger transfers, once for each txid: the withdrawal is in flight from now on,
 * and the fee is ours. Nothing was broadcast before.
 */
export async function recordSigned(
  context: CustodyContext,
  chain: Chain,
  orders: readonly Outgoing[],
  { signed, decoded, sender, maxFee }: SignedBytes,
): Promise<void> {
  const id = newId();
  const rows: Row[] = [
    NEW_TRANSACTION.row({
      id,
      payment_id: id,
      chain,
      txid: signed.txid,
      raw: signed.raw,
      sender,
      sequence: decoded.sequence,
      max_fee: maxFee,
      expires: decoded.expires === null ? null : BigInt(Math.floor(decoded.expires)),
      state: 'SIGNED',
      created_at: context.now(),
    }),
    ...orders.map((order) => ORDER_SIGNED.row({ id: order.id, transaction_id: id })),
    ...decoded.inputs.map(({ txid, index }) =>
      OUTPUT_SPENT.row({ chain, txid, output_index: index, spent_by: id }),
    ),
  ];
  await submitRows(context, `${chain}:${signed.txid}`, orders.flatMap(inFlightTransfers), rows);
}

/** Only for the first transaction: a replacement carries the same money. */
function inFlightTransfers(order: Outgoing): Transfer[] {
  const { userId, withdrawalId, asset, amount, fee } = order;
  if (userId === null || withdrawalId === null || order.transactionId !== null) return [];
  const debit = userAccount(userId, asset, 'blocked');
  const reference = withdrawalId;
  const transfers: Transfer[] = [
    {
      debit,
      credit: houseAccount(asset, 'in_flight'),
      amount: amountOf(amount),
      kind: 'withdrawal',
      reference,
    },
  ];
  if (fee > 0n)
    transfers.push({
      debit,
      credit: houseAccount(asset, 'fee'),
      amount: amountOf(fee),
      kind: 'fee',
      reference,
    });
  return transfers;
}

/** The final outcome of a payment. */
export interface FinalizedPayment {
  transaction: ChainTransaction;
  /** The transactions that it replaced or that tried to replace it. */
  conflicting: readonly ChainTransaction[];
  block: { height: number; hash: string; ok: boolean; fee: bigint };
  /** When orders of a failed transaction are tried again; null: never. */
  retryAt: Date | null;
}

/**
 * Records a transaction that is final on the chain, once for each payment (and once more each time its block was
 * undone), whichever of the conflicting transactions it is: the payment leaves the ledger, and the miners' fee is a
 * cost. A failed transaction costs its fee alone.
 */
export async function recordFinal(
  context: CustodyContext,
  orders: readonly Outgoing[],
  final: FinalizedPayment,
): Promise<void> {
  const { transaction, conflicting, block } = final;
  const { id, paymentId, chain, undone } = transaction;
  const now = context.now();
  const { spent, freed } = splitOutputs(context, transaction, conflicting);
  const rows: Row[] = [
    TRANSACTION_DONE.row({
      id,
      height: block.height,
      block_hash: block.hash,
      ok: block.ok,
      fee: block.fee,
      done_at: now,
    }),
    CONFLICTS_DEAD.row({ id, payment_id: paymentId, done_at: now }),
    ...spent.map(({ txid, index }) => OUTPUT_SPENT.row({ chain, txid, output_index: index, spent_by: id })),
    ...freed.map(({ txid, index }) => OUTPUT_FREED.row({ chain, txid, output_index: index })),
    ...orders.flatMap((order) => orderOutcomeRows(order, final, now)),
  ];
  const transfers = [
    ...(block.ok ? orders.flatMap(arrivalTransfers) : []),
    ...feeTransfers(chain, id, block.fee),
  ];
  await submitRows(
    context,
    undone === 0 ? `${paymentId}:final` : `${paymentId}:final:${undone}`,
    transfers,
    rows,
  );
}

function orderOutcomeRows(
  { id, kind }: Outgoing,
  { transaction, block, retryAt }: FinalizedPayment,
  now: Date,
): Row[] {
  if (block.ok) return [ORDER_DONE.row({ id, transaction_id: transaction.id, done_at: now })];
  if (retryAt !== null) return [ORDER_RETRIED.row({ id, next_try_at: retryAt })];
  const failed = ORDER_FAILED.row({ id, transaction_id: transaction.id, done_at: now });
  return kind === 'SWEEP' ? [failed, SWEEP_UNDONE.row({ id })] : [failed];
}

const arrivalTransfers = ({ withdrawalId, asset, tokenType, amount }: Outgoing): Transfer[] =>
  withdrawalId === null
    ? []
    : [
        {
          debit: houseAccount(asset, 'in_flight'),
          credit: outsideAccount(tokenType, asset),
          amount: amountOf(amount),
          kind: 'withdrawal',
          reference: withdrawalId,
        },
      ];

function feeTransfers(chain: Chain, reference: string, fee: bigint): Transfer[] {
  const coin: Asset = CHAIN_INFO[chain].coin;
  if (fee <= 0n) return [];
  return [
    {
      debit: houseAccount(coin, 'expense'),
      credit: outsideAccount(chain, coin),
      amount: amountOf(fee),
      kind: 'cost',
      reference,
    },
  ];
}

async function submitRows(
  context: CustodyContext,
  key: string,
  transfers: readonly Transfer[],
  rows: readonly Row[],
): Promise<void> {
  await context.ledger.submit({
    accounts: transfers.flatMap(({ debit, credit }) => [debit, credit]),
    idempotency: { owner: 'outgoing', key, digest: 'once' },
    decide: () => ({ transfers, rows, reply: '{}' }),
  });
}
