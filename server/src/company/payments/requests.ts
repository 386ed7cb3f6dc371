import {
  AppError,
  formatAmount,
  MINUTE_MS,
  normalizeLine,
  parseAmount,
  pow10,
  scaleOf,
} from '@sarraf/domain';
import type { addPaymentRequest, BodyOf, PaymentRequest } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { assertCompanyActive } from '../own-company.ts';
import { type CompanyRow, readLimits } from '../store.ts';
import { validateMetadata } from './metadata.ts';
import {
  findByOrder,
  insertRequest,
  listRequests,
  lockByOrder,
  lockRequest,
  markCancelled,
  type RequestRow,
} from './request-store.ts';
import { parseReturnUrl } from './return-url.ts';

const DAY_MINUTES = 24 * 60;

/** Returns the current state: an open request expires. */
export const currentRequestState = ({ state, expiresAt }: RequestRow, now: Date): PaymentRequest['state'] =>
  state === 'OPEN' && expiresAt <= now ? 'EXPIRED' : state;

export const requestDto = (context: CompanyContext, row: RequestRow): PaymentRequest => ({
  id: row.id,
  orderNumber: row.orderNumber,
  amount: formatAmount(row.amount, 'TOMAN'),
  description: row.description,
  state: currentRequestState(row, context.now()),
  link: `${context.config.PUBLIC_URL}/company-deposit/?id=${row.companyId}&request=${row.id}`,
  returnUrl: row.returnUrl,
  metadata: row.metadata,
  paymentId: row.paymentId,
  late: row.paidAt !== null && row.paidAt > row.expiresAt,
  expiresAtDateTime: row.expiresAt.toISOString(),
  paidAtDateTime: row.paidAt?.toISOString() ?? null,
  createdAtDateTime: row.createdAt.toISOString(),
});

/**
 * Creates a request. A repeat with the same order number and amount returns the existing one, so that a program may
 * repeat it after a lost reply; its other fields stay unchanged.
 *
 * COMPANY_NOT_ACTIVE, UNACCEPTABLE_AMOUNT, AMOUNT_NOT_ALLOWED, LOW_AMOUNT, AMOUNT_IS_HIGH, BAD_REQUEST
 * (orderNumber, description, returnUrl, metadata), CONFLICT: the order number was used for another amount.
 */
export async function createRequest(
  context: CompanyContext,
  company: CompanyRow,
  body: BodyOf<typeof addPaymentRequest>,
  byKey: boolean,
): Promise<PaymentRequest> {
  await assertCompanyActive(context, company);
  const amount = parseAmount(body.amount, 'TOMAN');
  if (amount % pow10(scaleOf('TOMAN')) !== 0n) throw new AppError('AMOUNT_NOT_ALLOWED');
  const { minPayment } = await readLimits(context.db);
  if (amount < minPayment) throw new AppError('LOW_AMOUNT');
  if (amount > context.wallet.companyTerms().max) throw new AppError('AMOUNT_IS_HIGH');
  const orderNumber = parseOneLine(body.orderNumber, 'orderNumber');
  const description = body.description === undefined ? '' : parseOneLine(body.description, 'description');
  const inserted = await insertRequest(context.db, {
    id: newId(),
    companyId: company.id,
    orderNumber,
    amount,
    description,
    returnUrl: body.returnUrl === undefined ? null : parseReturnUrl(context.webhooks, body.returnUrl),
    metadata: validateMetadata(body.metadata ?? {}),
    expiresAt: new Date(context.clock.now() + (body.expiresInMinutes ?? DAY_MINUTES) * MINUTE_MS),
    byKey,
    createdAt: context.now(),
  });
  const row = inserted ?? (await findByOrder(context.db, company.id, orderNumber));
  if (row === null || row.amount !== amount) throw new AppError('CONFLICT');
  return requestDto(context, row);
}

/** Normalizes typed text to one line without direction marks. BAD_REQUEST: control characters, or the text is empty. */
export function parseOneLine(text: string, field: string): string {
  const line = normalizeLine(text);
  if ((line === '' && field === 'orderNumber') || /[^\P{Cc}\s]|\p{Cs}/u.test(text))
    throw new AppError('BAD_REQUEST', { errors: [field] });
  return line;
}

/**
 * Cancels an open request of the company. A payer who is at the bank already may still pay it.
 *
 * NOT_FOUND; REQUEST_CLOSED (`state`): the request is paid, expired or cancelled.
 */
export async function cancelRequest(
  context: CompanyContext,
  company: CompanyRow,
  identifier: { id: string } | { orderNumber: string },
): Promise<PaymentRequest> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockIdentified(tx, company.id, identifier);
    if (row === null) throw new AppError('NOT_FOUND');
    const state = currentRequestState(row, context.now());
    if (state !== 'OPEN') throw new AppError('REQUEST_CLOSED', { data: { state } });
    await markCancelled(tx, row.id);
    return requestDto(context, { ...row, state: 'CANCELLED' });
  });
}

async function lockIdentified(
  tx: Tx,
  companyId: string,
  identifier: { id: string } | { orderNumber: string },
): Promise<RequestRow | null> {
  if ('orderNumber' in identifier) return lockByOrder(tx, companyId, identifier.orderNumber);
  return isId(identifier.id) ? lockRequest(tx, companyId, identifier.id) : null;
}

/** NOT_FOUND */
export async function readRequest(
  context: CompanyContext,
  company: CompanyRow,
  orderNumber: string,
): Promise<PaymentRequest> {
  const row = await findByOrder(context.db, company.id, orderNumber);
  if (row === null) throw new AppError('NOT_FOUND');
  return requestDto(context, row);
}

export async function readRequestPage(
  context: CompanyContext,
  company: CompanyRow,
  query: Parameters<typeof parsePage>[0],
): Promise<{ content: PaymentRequest[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const { rows, nextCursor } = toPage(await listRequests(context.db, company.id, page), page);
  return { content: rows.map((row) => requestDto(context, row)), nextCursor };
}
