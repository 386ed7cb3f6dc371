import { AppError, extractDigits, isSheba, maskSheba } from '@sarraf/domain';
import type { BodyOf, proposePaymentRefund as endpoint, SuspendedPayment } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId, newId } from '../../platform/ids.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { WalletDeps } from '../deps.ts';
import { findCardAccount } from './card-account.ts';
import { insertSuspenseRefund, type SuspenseRefund } from './refund-store.ts';
import { findSuspendedPayment, type SuspendedRow } from './suspended-store.ts';
import { readSuspendedPayment } from './suspense-views.ts';

type Body = BodyOf<typeof endpoint>;

/**
 * Proposes the outcome of a payment that was not credited; another staff member decides.
 *
 * NOT_FOUND: no such payment in suspense; CONFLICT: something is proposed or done; SECOND_PERSON_NEEDED: the
 * caller's own payment, or own account; BAD_REQUEST (sheba, payee): neither known nor provided, or not the card's
 * own account; CARD_NOT_VERIFIED: CREDIT of a card that is not the user's, or of a payment beyond the limit.
 */
export async function proposeSuspenseRefund(
  deps: WalletDeps,
  staffId: string,
  paymentId: string,
  body: Body,
): Promise<SuspendedPayment> {
  const payment = isId(paymentId) ? await findSuspendedPayment(deps.db, paymentId) : null;
  if (payment === null) throw new AppError('NOT_FOUND');
  if (payment.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (payment.state !== 'WAITING') throw new AppError('CONFLICT');
  const id = newId();
  const target = await determineTarget(deps, payment, { staffId, id, body });
  const now = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (tx) => {
    const row = {
      ...target,
      ...{ id, paymentId, userId: payment.userId, way: body.way, amount: payment.amount },
      ...{ reason: body.reason, proposedBy: staffId, createdAt: now },
    };
    if (!(await insertSuspenseRefund(tx, row))) throw new AppError('CONFLICT');
    const detail = {
      payment: paymentId,
      refund: id,
      way: body.way,
      to: target.shebaMasked,
      reason: body.reason,
    };
    const entry = { actorId: staffId, action: 'payment refund proposed', subjectId: payment.userId, detail };
    await appendAudit(tx, entry, now);
  });
  return readSuspendedPayment(deps, paymentId);
}

type RefundTarget = Pick<SuspenseRefund, 'own' | 'shebaEncrypted' | 'shebaMasked' | 'payee'>;

async function determineTarget(
  deps: WalletDeps,
  payment: SuspendedRow,
  { staffId, id, body }: { staffId: string; id: string; body: Body },
): Promise<RefundTarget> {
  const account = await findCardAccount(deps, payment);
  const isOwn = account !== null;
  if (body.way === 'CREDIT') {
    assertCreditable(payment, isOwn);
    return { own: isOwn, shebaEncrypted: null, shebaMasked: null, payee: null };
  }
  const { sheba, payee } = await determineAccount(deps, payment, account?.sheba?.number ?? null, body);
  if ((await deps.verifiedShebas(staffId)).some(({ number }) => number === sheba))
    throw new AppError('SECOND_PERSON_NEEDED');
  const rowContext = toOwnedRowKey(id, payment.userId);
  return {
    ...{ own: isOwn, payee, shebaMasked: maskSheba(sheba) },
    shebaEncrypted: deps.secrets.encrypt(sheba, 'payment_refunds.sheba_encrypted', rowContext),
  };
}

/** CARD_NOT_VERIFIED: the gateway named a card that is not the user's; or only the limit was exceeded. */
export function assertCreditable(payment: Pick<SuspendedRow, 'reason' | 'paidCard'>, isOwn: boolean): void {
  if (payment.reason !== 'CARD_MISMATCH' || (payment.paidCard !== null && !isOwn))
    throw new AppError('CARD_NOT_VERIFIED');
}

async function determineAccount(
  deps: WalletDeps,
  payment: SuspendedRow,
  knownSheba: string | null,
  body: Body,
): Promise<{ sheba: string; payee: string }> {
  const enteredSheba = body.sheba === undefined ? null : extractDigits(body.sheba);
  const sheba = knownSheba ?? enteredSheba;
  if (sheba === null || !isSheba(sheba) || (enteredSheba !== null && enteredSheba !== sheba))
    throw new AppError('BAD_REQUEST', { errors: ['sheba'] });
  const person = knownSheba === null ? null : await deps.people.find(payment.userId);
  const payee = person ? `${person.firstName} ${person.lastName}`.trim() : (body.payee?.trim() ?? '');
  if (payee === '') throw new AppError('BAD_REQUEST', { errors: ['payee'] });
  return { sheba, payee };
}
