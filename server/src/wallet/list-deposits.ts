import { formatAmount, isAsset, Refusal } from '@sarraf/domain';
import type { deposits, QueryOf, ReplyOf, TomanDeposit } from '@sarraf/domain/contracts';
import type { Queryable } from '../platform/database.ts';
import { asPage, readPage } from '../platform/rows.ts';
import { type Payment, shownState } from './payment.ts';
import { listPayments } from './store.ts';

/** A person's deposits, newest first; Toman alone has any yet. BAD_REQUEST: an unknown coin, cursor or page. */
export async function listDeposits(
  db: Queryable,
  userId: string,
  query: QueryOf<typeof deposits>,
): Promise<ReplyOf<typeof deposits>> {
  const page = readPage(query);
  for (const field of ['relatedCoin', 'excludedRelatedCoin'] as const) {
    if (query[field] !== undefined && !isAsset(query[field]))
      throw new Refusal('BAD_REQUEST', { errors: [field] });
  }
  const toman = (query.relatedCoin ?? 'TOMAN') === 'TOMAN' && query.excludedRelatedCoin !== 'TOMAN';
  const { rows, nextCursor } = asPage(toman ? await listPayments(db, userId, page) : [], page);
  return { status: 'OK', message: 'OK', content: rows.map(asRow), nextCursor };
}

const asRow = (payment: Payment): TomanDeposit => ({
  id: payment.id,
  amount: formatAmount(payment.amount, 'TOMAN'),
  bankAccount: payment.paidCard ?? payment.cardMasked,
  createdAtDateTime: payment.createdAt.toISOString(),
  // A code of the dictionary: why it failed, or how it stands.
  message: payment.reason ?? shownState(payment.state),
  isDone: payment.state === 'PAID',
  state: shownState(payment.state),
  relatedCoin: 'TOMAN',
});
