import { AppError, isSheba, maskSheba, onlyDigits } from '@sarraf/domain';
import type { BodyOf, proposeRefund as endpoint, SuspendedPayment } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId, newId } from '../../platform/ids.ts';
import { ownedRow } from '../../platform/secrets/secrets.ts';
import type { WalletDeps } from '../deps.ts';
import { cardAccountOf } from './card-account.ts';
import { insertSuspenseRefund, type SuspenseRefund } from './refund-store.ts';
import { findSuspended, type SuspendedRow } from './suspended-store.ts';
import { suspendedView } from './suspense-views.ts';

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
  const payment = isId(paymentId) ? await findSuspended(deps.db, paymentId) : null;
  if (payment === null) throw new AppError('NOT_FOUND');
  if (payment.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (payment.state !== 'WAITING') throw new AppError('CONFLICT');
  const id = newId();
  const target = await targetOf(deps, payment, { staffId, id, body });
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
  return suspendedView(deps, paymentId);
}

type Target = Pick<SuspenseRefund, 'own' | 'shebaEncrypted' | 'shebaMasked' | 'payee'>;

async function targetOf(
  deps: WalletDeps,
  payment: SuspendedRow,
  { staffId, id, body }: { staffId: string; id: string; body: Body },
): Promise<Target> {
  const account = await cardAccountOf(deps, payment);
  const own = account !== null;
  if (body.way === 'CREDIT') {
    requireCreditable(payment, own);
    return { own, shebaEncrypted: null, shebaMasked: null, payee: null };
  }
  const { sheba, payee } = await accountToPay(deps, payment, account?.sheba?.number ?? null, body);
  if ((await deps.verifiedShebas(staffId)).some(({ number }) => number === sheba))
    throw new AppError('SECOND_PERSON_NEEDED');
  const place = ownedRow(id, payment.userId);
  return {
    ...{ own, payee, shebaMasked: maskSheba(sheba) },
    shebaEncrypted: deps.secrets.encrypt(sheba, 'payment_refunds.sheba_encrypted', place),
  };
}

/** CARD_NOT_VERIFIED: the gateway named a card that is not the user's; or only the limit was exceeded. */
export function requireCreditable(payment: Pick<SuspendedRow, 'reason' | 'paidCard'>, own: boolean): void {
  if (payment.reason !== 'CARD_MISMATCH' || (payment.paidCard !== null && !own))
    throw new AppError('CARD_NOT_VERIFIED');
}

async function accountToPay(
  deps: WalletDeps,
  payment: SuspendedRow,
  known: string | null,
  body: Body,
): Promise<{ sheba: string; payee: string }> {
  const said = body.sheba === undefined ? null : onlyDigits(body.sheba);
  const sheba = known ?? said;
  if (sheba === null || !isSheba(sheba) || (said !== null && said !== sheba))
    throw new AppError('BAD_REQUEST', { errors: ['sheba'] });
  const person = known === null ? null : await deps.people.find(payment.userId);
  const payee = person ? `${person.firstName} ${person.lastName}`.trim() : (body.payee?.trim() ?? '');
  if (payee === '') throw new AppError('BAD_REQUEST', { errors: ['payee'] });
  return { sheba, payee };
}
