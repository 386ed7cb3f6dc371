import { CHAIN_INFO, type Chain, type ChainFamily } from '@sarraf/domain';
import { sql } from 'kysely';
import type { TransactionPlan } from '../../chains/types.ts';
import type { CustodyContext } from '../deps.ts';
import { type ChainNode, SignerRefusedError } from '../ports.ts';
import { recordBump } from './conflicting.ts';
import { readKillSwitch } from './kill-switch.ts';
import type { Outgoing } from './outgoing-store.ts';
import {
  assertFunds,
  ClaimBlockedError,
  findPayingAddress,
  listSpendableOutputs,
  toChainPayment,
} from './plan-claim.ts';
import {
  type ChainTransaction,
  computeMaxCost,
  listOrdersOfPayment,
  readChainTransactions,
  readOwnOutputs,
  sumAmounts,
} from './send-store.ts';
import { broadcast } from './track-transactions.ts';

/** Time without a block after which a transaction is replaced, on chains that support it. Milliseconds. */
const TIMEOUT_MS: Partial<Record<ChainFamily, number>> = { EVM: 600_000, UTXO: 3_600_000 };
/** Replacements per payment. */
const MAX_BUMPS = 3;
/** Transactions checked per step: those behind them wait for the same reason. */
const MAX_BATCH_SIZE = 20;
/** Polling interval per chain. */
const PAUSE_MS = 60_000;

/** When each chain is checked next, milliseconds. */
export type BumpMemory = Map<Chain, number>;

/**
 * Replaces transactions that have waited too long and pay less than the current fee: the same payments with the
 * same sequence or inputs, so that only one of them can be mined. Safe to interrupt: the old bytes stay valid, and
 * the signer returns the same new ones again.
 */
export async function bumpFees(context: CustodyContext, node: ChainNode, memory: BumpMemory): Promise<void> {
  const { family } = CHAIN_INFO[node.chain];
  const timeoutMs = context.bumpAfterMs?.[family] ?? TIMEOUT_MS[family];
  const now = context.clock.now();
  if (timeoutMs === undefined || now < (memory.get(node.chain) ?? 0)) return;
  memory.set(node.chain, now + PAUSE_MS);
  for (const transaction of await findStuck(context, node.chain, new Date(now - timeoutMs))) {
    if ((await readKillSwitch(context.db)) !== null) return;
    try {
      await replaceTransaction(context, node, transaction);
    } catch (err) {
      if (err instanceof Error && err.message === 'ENOUGH') continue;
      const expected = err instanceof SignerRefusedError || err instanceof ClaimBlockedError;
      context.log.warn(
        { area: 'custody', chain: node.chain, txid: transaction.txid, err },
        expected
          ? "the fee of a transaction can't be raised"
          : 'the fee of a transaction was not raised: retried in a minute',
      );
    }
  }
}

/** Returns the newest transactions of payments that are in no block, oldest first. */
function findStuck(context: CustodyContext, chain: Chain, before: Date): Promise<ChainTransaction[]> {
  return readChainTransactions(
    context.db,
    sql`chain = ${chain} and state in ('SIGNED', 'SENT') and created_at <= ${before}
      and not exists (select from chain_transactions r where r.payment_id = chain_transactions.payment_id
        and (r.id > chain_transactions.id or r.state in ('INCLUDED', 'DONE')))
      and (select count(*) from chain_transactions r
        where r.payment_id = chain_transactions.payment_id) <= ${MAX_BUMPS}
      order by sequence, id limit ${MAX_BATCH_SIZE}`,
  );
}

async function replaceTransaction(
  context: CustodyContext,
  node: ChainNode,
  original: ChainTransaction,
): Promise<void> {
  const { chain } = node;
  const orders = await listOrdersOfPayment(context.db, original.paymentId);
  // Bytes that were never broadcast are sent first.
  if (orders.length === 0 || orders.some(({ state }) => state !== 'SENT')) return;
  const isUtxo = CHAIN_INFO[chain].family === 'UTXO';
  const sender = (isUtxo ? null : original.sender) ?? (await findPayingAddress(context, chain, orders[0]));
  const plan = await planReplacement(context, node, original, orders, sender);
  const signed = await context.signer.sign({
    chain,
    orders: orders.map(({ id }) => id),
    plan,
    replaces: original.txid,
    ...((await context.getPublicKeys()).generation > 0 && { sender }),
  });
  const decoded = context.codecOf(chain).decode(signed.raw);
  if (decoded.txid !== signed.txid) throw new Error('the signer returned bytes of another transaction id');
  const maxFee = await computeMaxCost(context.db, chain, decoded);
  const replacement = await recordBump(context, original, { signed, decoded, sender, maxFee });
  if (replacement === null) return;
  context.log.warn(
    { area: 'custody', event: 'fee raised', chain, txid: signed.txid, outbids: original.txid },
    'fee of a slow transaction raised',
  );
  await broadcast(context, node, replacement);
}

async function planReplacement(
  context: CustodyContext,
  node: ChainNode,
  { chain, raw }: ChainTransaction,
  orders: readonly Outgoing[],
  sender: string,
): Promise<TransactionPlan> {
  const payments = orders.map(toChainPayment);
  const old = context.codecOf(chain).decode(raw);
  if (CHAIN_INFO[chain].family !== 'UTXO') {
    const request = { sender, payments, unspent: [], bump: { raw, inputs: [], fee: 0n } };
    const plan = await node.plan(request);
    await assertFunds(node, sender, orders[0], plan);
    return plan;
  }
  const inputs = await readOwnOutputs(context.db, chain, old.inputs);
  if (inputs.length < old.inputs.length) throw new Error('a spent output is unknown');
  const fee = sumAmounts(inputs) - sumAmounts(old.payments);
  const unspent = await listSpendableOutputs(context, node, null);
  return node.plan({ sender, payments, unspent, bump: { raw, inputs, fee } });
}
