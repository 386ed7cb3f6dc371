import { AppError } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { WalletDeps } from '../deps.ts';
import { endRefund, reverseRefund, tryNotifyPayers } from './end-refund.ts';
import {
  changeRefundState,
  findRefunds,
  findSuspenseRefund,
  lockSuspenseRefund,
  type SuspenseRefund,
  takeReleasedRefunds,
} from './refund-store.ts';

/** Refunds as lines of the bank's daily batch; see payout's PayoutSource. */
export interface PayoutRefunds {
  takeForBatch(tx: Tx, before: Date, limit: number): Promise<{ id: string; receives: bigint }[]>;
  takeFromBatch(tx: Tx, id: string): Promise<{ userId: string; receives: bigint }>;
  /** Null: it is paid to another person's card, regardless of the state of the user's account. */
  ownersOf(ids: readonly string[]): Promise<Map<string, string | null>>;
  settlePaid(id: string): Promise<void>;
  settleReturned(id: string, reason: string): Promise<void>;
  payoutViews(
    ids: readonly string[],
  ): Promise<Map<string, { userId: string; name: string; sheba: string; masked: string; receives: bigint }>>;
}

export const createPayoutRefunds = (deps: WalletDeps): PayoutRefunds => ({
  async takeForBatch(tx, before, limit) {
    return (await takeReleasedRefunds(tx, before, limit)).map(({ id, amount }) => ({ id, receives: amount }));
  },
  async takeFromBatch(tx, id) {
    const refund = await lockSuspenseRefund(tx, id);
    if (refund === null || !(await changeRefundState(tx, id, { from: 'BATCHED', to: 'RELEASED' })))
      throw new Error(`refund ${id} is in no batch`);
    return { userId: refund.userId, receives: refund.amount };
  },
  async ownersOf(ids) {
    return new Map((await findRefunds(deps.db, ids)).map(({ id, own, userId }) => [id, own ? userId : null]));
  },
  async settlePaid(id) {
    if ((await endRefund(deps, await requireBatched(deps, id), 'PAID')) !== 'PAID')
      throw new AppError('CONFLICT');
    await tryNotifyPayers(deps);
  },
  async settleReturned(id, reason) {
    const refund = await requireBatched(deps, id);
    if ((await endRefund(deps, refund, 'RETURNED', reason)) !== 'RETURNED')
      await reverseRefund(deps, refund, reason);
    await tryNotifyPayers(deps);
  },
  async payoutViews(ids) {
    return new Map((await findRefunds(deps.db, ids)).map((row) => [row.id, toPayoutView(deps, row)]));
  },
});

/** A line of a batch whose file was taken can only be paid or returned. CONFLICT: it is in no batch. */
async function requireBatched(deps: WalletDeps, id: string): Promise<SuspenseRefund> {
  const refund = await findSuspenseRefund(deps.db, id);
  if (refund === null || !['BATCHED', 'PAID', 'RETURNED'].includes(refund.state))
    throw new AppError('CONFLICT');
  return refund;
}

function toPayoutView(deps: WalletDeps, row: SuspenseRefund) {
  const { id, userId, amount, shebaEncrypted, shebaMasked, payee } = row;
  if (shebaEncrypted === null) throw new Error(`refund ${id} has no Sheba`);
  const sheba = deps.secrets.decrypt(
    shebaEncrypted,
    'payment_refunds.sheba_encrypted',
    toOwnedRowKey(id, userId),
  );
  return { userId, name: payee ?? '', sheba, masked: shebaMasked ?? '', receives: amount };
}
