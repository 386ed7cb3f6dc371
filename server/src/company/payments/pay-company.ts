import { AppError, DAY_MS, formatAmount, formatReceiptNumber, HOUR_MS } from '@sarraf/domain';
import type {
  BodyOf,
  CompanyReceipt,
  payCompany as contract,
  PublicCompany,
  ReplyOf,
} from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { isId } from '../../platform/ids.ts';
import type { CompanyContext, ReceiptDeps } from '../deps.ts';
import { getOpenCompany } from '../own-company.ts';
import { type CompanyLimits, findCompany, readLimits, readLogoPath } from '../store.ts';
import {
  countAddressPayments,
  findCompanyPayment,
  insertCompanyPayment,
  lockCounts,
  sumCardPayments,
  sumCompanyPayments,
} from './payment-store.ts';
import { companyPaymentStateOf, displayCardOf } from './payment-view.ts';
import { findRequest, type RequestRow } from './request-store.ts';
import { currentRequestState, parseOneLine } from './requests.ts';
import { buildReturnUrl } from './return-url.ts';

/** Returns the payee of a link, and the exact amount if it names a request. NOT_FOUND, COMPANY_NOT_ACTIVE. */
export async function readPublicCompany(
  context: CompanyContext,
  id: string,
  requestId: string | undefined,
): Promise<PublicCompany> {
  const company = await getOpenCompany(context, id);
  const request = requestId === undefined ? null : await getRequest(context, company.id, requestId);
  const [{ name }, { minPayment }, logo] = await Promise.all([
    context.readCompanyFacts(company.userId),
    readLimits(context.db),
    readLogoPath(context.db, company.id),
  ]);
  const { gateways, max } = context.wallet.companyTerms();
  return {
    id: company.id,
    name,
    logo,
    gateways,
    minAmount: formatAmount(minPayment, 'TOMAN'),
    maxAmount: formatAmount(max, 'TOMAN'),
    request: request && {
      id: request.id,
      amount: formatAmount(request.amount, 'TOMAN'),
      orderNumber: request.orderNumber,
      description: request.description,
      state: currentRequestState(request, context.now()),
      expiresAtDateTime: request.expiresAt.toISOString(),
      returnTo: buildReturnUrl(request.returnUrl, {
        request: request.id,
        payment: request.paymentId,
        status: currentRequestState(request, context.now()),
      }),
    },
  };
}

async function getRequest(context: CompanyContext, companyId: string, id: string): Promise<RequestRow> {
  const request = isId(id) ? await findRequest(context.db, companyId, id) : null;
  if (request === null) throw new AppError('NOT_FOUND');
  return request;
}

/**
 * Starts a payment to a company. Limits are counted in the transaction that inserts the payment: per card and
 * company of the last 24 hours, per network address of the last hour; the key belongs to the company.
 *
 * NOT_FOUND, COMPANY_NOT_ACTIVE, BAD_REQUEST (description), REQUEST_CLOSED (`state`), AMOUNT_NOT_ALLOWED: not the
 * amount of the request; DAILY_LIMIT, TOO_MANY_REQUESTS (`retryAfter`), and those of `wallet.startCompanyPayment`.
 */
export async function beginCompanyPayment(
  context: CompanyContext,
  body: BodyOf<typeof contract>,
  { ip, idempotency }: { ip: string; idempotency: { key: string; digest: string } | null },
): Promise<ReplyOf<typeof contract>> {
  const company = await getOpenCompany(context, body.companyId);
  const description = parseOneLine(body.description, 'description');
  if (description === '') throw new AppError('BAD_REQUEST', { errors: ['description'] });
  const request = body.requestId === undefined ? null : await getRequest(context, company.id, body.requestId);
  const [{ name }, limits] = await Promise.all([
    context.readCompanyFacts(company.userId),
    readLimits(context.db),
  ]);
  const ipDigest = context.secrets.blindIndex('payer address', clientNetworkKey(ip));
  return context.wallet.startCompanyPayment({
    companyId: company.id,
    amount: body.amount,
    cardNumber: body.cardNumber,
    paymentGateway: body.paymentGateway,
    callBackURL: body.callBackURL,
    idempotency,
    least: limits.minPayment,
    name,
    reserve: (tx, payment) =>
      assertWithinLimits(context, tx, limits, { ...payment, companyId: company.id, ipDigest, request }),
    record: (tx, payment) =>
      insertCompanyPayment(tx, {
        ...payment,
        companyId: company.id,
        description,
        requestId: request?.id ?? null,
        ipDigest,
      }),
  });
}

async function assertWithinLimits(
  context: CompanyContext,
  tx: Tx,
  limits: CompanyLimits,
  newPayment: {
    id: string;
    companyId: string;
    amount: bigint;
    cardDigest: Buffer;
    ipDigest: Buffer;
    request: RequestRow | null;
  },
): Promise<void> {
  const { companyId, amount, cardDigest, ipDigest, request } = newPayment;
  const now = context.clock.now();
  await lockCounts(tx, companyId, cardDigest);
  if (request)
    assertRequestPayable(context, (await findRequest(tx, companyId, request.id)) ?? request, amount);
  const startedCount = await countAddressPayments(
    tx,
    ipDigest,
    new Date(now - HOUR_MS),
    limits.startsPerHour,
  );
  if (startedCount >= limits.startsPerHour)
    throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: 3600 } });
  const fits =
    (await isWithinCardLimit(context, tx, { ...newPayment, ipDigest })) &&
    (await isWithinCompanyLimits(context, tx, limits, newPayment));
  if (!fits) throw new AppError('DAILY_LIMIT');
}

/** Returns whether one more payment fits the card's limit of 24 hours. Call under `lockCounts`. */
export async function isWithinCardLimit(
  context: ReceiptDeps,
  tx: Tx,
  {
    id,
    cardDigest,
    ipDigest,
    amount,
  }: { id: string; cardDigest: Buffer; ipDigest: Buffer | null; amount: bigint },
): Promise<boolean> {
  const since = new Date(context.clock.now() - DAY_MS);
  const cardTotal = await sumCardPayments(tx, cardDigest, since, { ipDigest, except: id });
  return cardTotal + amount <= context.rules.current().tomanDepositPerDay;
}

/** Returns whether one more payment fits the company's limit of 24 hours. Call under `lockCounts`. */
export async function isWithinCompanyLimits(
  context: ReceiptDeps,
  tx: Tx,
  limits: CompanyLimits,
  { companyId, amount }: { companyId: string; amount: bigint },
): Promise<boolean> {
  const since = new Date(context.clock.now() - DAY_MS);
  return (
    (await sumCompanyPayments(tx, companyId, since, limits.shopPerDay / 2n)) + amount <= limits.shopPerDay
  );
}

function assertRequestPayable(context: CompanyContext, request: RequestRow, amount: bigint): void {
  const state = currentRequestState(request, context.now());
  if (state !== 'OPEN') throw new AppError('REQUEST_CLOSED', { data: { state } });
  if (amount !== request.amount) throw new AppError('AMOUNT_NOT_ALLOWED');
}

/**
 * Returns the payer's receipt by the payment's random id, which authorizes its holder: with a masked card.
 * NOT_FOUND.
 */
export async function readCompanyReceipt(context: CompanyContext, id: string): Promise<CompanyReceipt> {
  const payment = isId(id) ? await findCompanyPayment(context.db, id) : null;
  const company = payment && (await findCompany(context.db, payment.companyId));
  if (!payment || !company) throw new AppError('NOT_FOUND');
  const [{ name }, logo] = await Promise.all([
    context.readCompanyFacts(company.userId),
    readLogoPath(context.db, company.id),
  ]);
  return {
    id: payment.id,
    number: formatReceiptNumber(payment.id),
    company: { id: company.id, name, logo },
    amount: formatAmount(payment.amount, 'TOMAN'),
    description: payment.description,
    orderNumber: payment.orderNumber,
    requestId: payment.requestId,
    state: companyPaymentStateOf(payment.state),
    reason: payment.reason,
    cardNumber: displayCardOf(payment),
    trackingCode: payment.reference,
    refunded: payment.refundState === 'PAID',
    returnTo:
      payment.requestId === null
        ? null
        : buildReturnUrl(payment.returnUrl, {
            request: payment.requestId,
            payment: payment.id,
            status: companyPaymentStateOf(payment.state),
          }),
    gateway: payment.gateway,
    createdAtDateTime: payment.createdAt.toISOString(),
    receivedAtDateTime: payment.receivedAt?.toISOString() ?? null,
  };
}
