import { AppError, DAY_MS, formatAmount } from '@sarraf/domain';
import type { BodyOf, decidePaymentRefund as endpoint, SuspendedPayment } from '@sarraf/domain/contracts';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import { lockTomanDeposits } from '../store.ts';
import { findCardAccount } from './card-account.ts';
import { endRefund, formatShortSheba, tryNotifyPayers } from './end-refund.ts';
import { assertCreditable } from './propose-refund.ts';
import {
  decideSuspenseRefund,
  findSuspenseRefund,
  lockSuspenseRefund,
  type SuspenseRefund,
} from './refund-store.ts';
import { findSuspendedPayment, readLargestDay } from './suspended-store.ts';
import { readSuspendedPayment } from './suspense-views.ts';

/**
 * RELEASE, by another staff member than the proposer: a refund is paid with the bank's next batch, and a credit is
 * made immediately, or by the sweep after a crash. CANCEL withdraws the proposal, and the payment waits again.
 *
 * NOT_FOUND; CONFLICT: it is decided; SECOND_PERSON_NEEDED: the caller proposed it, or it is their own payment;
 * CARD_NOT_VERIFIED: the card is no longer the user's; DAILY_LIMIT: the credit would exceed the daily limit.
 */
export async function decidePaymentRefund(
  deps: WalletDeps,
  staffId: string,
  id: string,
  { decision }: BodyOf<typeof endpoint>,
): Promise<SuspendedPayment> {
  const refund = isId(id) ? await findSuspenseRefund(deps.db, id) : null;
  if (refund === null) throw new AppError('NOT_FOUND');
  const { paymentId, userId, way } = refund;
  const releases = decision === 'RELEASE';
  if (userId === staffId || (releases && refund.proposedBy === staffId))
    throw new AppError('SECOND_PERSON_NEEDED');
  const now = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (tx) => {
    // Locked before the row, the lock order of all callers, so that no other deposit is reserved in the meantime.
    if (releases && way === 'CREDIT') await lockTomanDeposits(tx, userId);
    const locked = await lockSuspenseRefund(tx, id);
    if (locked?.state !== 'PROPOSED') throw new AppError('CONFLICT');
    if (releases && way === 'CREDIT') await assertStillCreditable(deps, tx, locked);
    await decideSuspenseRefund(tx, id, { state: releases ? 'RELEASED' : 'CANCELLED', staffId, now });
    const action = releases ? 'payment refund released' : 'payment refund cancelled';
    const detail = { payment: paymentId, refund: id, way };
    await appendAudit(tx, { actorId: staffId, action, subjectId: userId, detail }, now);
    if (releases && way === 'REFUND') await notifyReleased(deps, tx, locked);
  });
  if (releases && way === 'CREDIT') await endRefund(deps, refund, 'CREDITED');
  await tryNotifyPayers(deps);
  return readSuspendedPayment(deps, paymentId);
}

async function assertStillCreditable(deps: WalletDeps, tx: Tx, refund: SuspenseRefund): Promise<void> {
  const { paymentId, userId } = refund;
  const payment = await findSuspendedPayment(tx, paymentId);
  if (payment === null) throw new AppError('CONFLICT');
  assertCreditable(payment, (await findCardAccount(deps, payment)) !== null);
  const sum = await readLargestDay(tx, { id: paymentId, userId, dayMs: DAY_MS });
  if (sum > deps.rules.current().tomanDepositPerDay) throw new AppError('DAILY_LIMIT');
}

async function notifyReleased(
  deps: WalletDeps,
  tx: Tx,
  { userId, amount, shebaMasked }: SuspenseRefund,
): Promise<void> {
  const person = await deps.people.find(userId, tx);
  if (person === null) return;
  const notice = { amount: formatAmount(amount, 'TOMAN'), to: formatShortSheba(shebaMasked) };
  await deps.notify(tx, recipientOf(person), { kind: 'REFUND_RELEASED', ...notice });
}
