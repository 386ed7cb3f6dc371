/**
 * Zibal IPG v1 (help.zibal.ir/IPG/API): Rial; `inquiry` returns the state without side effects, `verify` accepts
 * the money (100) or reports that it was accepted before (201, without details). Fields as in shetabit/multipay's
 * driver.
 */
import type { Fetch } from '../../platform/outgoing/connections.ts';
import type { GatewayVerification, PaidCard, PaymentGateway, PaymentRequest } from '../../wallet/ports.ts';
import {
  callJson,
  failedVerification,
  findMoneyRefusal,
  GATEWAY_TIMEOUT_MS,
  isExpectedAmount,
  NOT_PAID_FINAL,
  parseCardHash,
  shortTextOrNull,
  toRial,
  unknownVerification,
  verifyOrUnknown,
} from './gateway-http.ts';

export interface ZibalOptions {
  merchant: string;
  /** https://gateway.zibal.ir */
  baseUrl: string;
  fetch: Fetch;
  timeoutMs?: number;
}

type Body = Record<string, unknown>;

export function createZibal({
  merchant,
  baseUrl,
  fetch,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: ZibalOptions): PaymentGateway {
  const base = baseUrl.replace(/\/$/, '');
  const call = async (method: string, body: object): Promise<Body> =>
    (await callJson(`${base}/v1/${method}`, { fetch, body: { merchant, ...body }, timeoutMs })).body;
  return {
    name: 'ZIBAL',
    async request(request) {
      const trackId = parseTrackId(await call('request', buildZibalRequest(request)));
      return { authority: trackId, redirectUrl: `${base}/start/${trackId}` };
    },
    verify: (question) =>
      verifyOrUnknown(async () => {
        const { authority, amountToman } = question;
        const trackId = Number.parseInt(authority, 10);
        const inquiry = await call('inquiry', { trackId });
        const refusal =
          readInquiry(inquiry, amountToman) ??
          (inquiry.status === PAID ? await findMoneyRefusal(readCard(inquiry), question) : null);
        return refusal ?? readZibalVerification(await call('verify', { trackId }), inquiry, amountToman);
      }),
    readReturn: (query) => ({ authority: query.trackId ?? '', ok: query.success === '1' }),
  };
}

/** Returns the body of `request` without the merchant. */
export const buildZibalRequest = (request: PaymentRequest): object => ({
  amount: toRial(request.amountToman),
  callbackUrl: request.callbackUrl,
  orderId: request.orderId,
  description: request.description.slice(0, 255),
  allowedCards: [request.card],
  ...(request.mobile !== undefined && { mobile: request.mobile }),
});

/** Throws unless the payment was clearly accepted. */
export function parseTrackId({ result, trackId }: Body): string {
  if (result !== 100) throw new Error(`zibal refused: result ${shortTextOrNull(result)}`);
  const text = shortTextOrNull(trackId);
  if (text === null || !/^\d{1,15}$/.test(text)) throw new Error('zibal: no trackId');
  return text;
}

const VERIFIED = 1;
const PAID = 2;
const WAITING = -1;
/** Cancelled, wrong card or password, limits of the bank, errors of its switch; 15 to 18: returned. */
const ENDED = new Set([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 18]);

/** Null: paid in full, verified or not. */
export function readInquiry(
  { result, status, amount }: Body,
  amountToman: bigint,
): GatewayVerification | null {
  if (result === 203) return failedVerification('GATEWAY_REFUSED');
  if (result !== 100) return unknownVerification(`zibal result ${shortTextOrNull(result)}`);
  if (status === WAITING) return failedVerification('NOT_PAID');
  if (typeof status === 'number' && ENDED.has(status)) return NOT_PAID_FINAL;
  if (status !== PAID && status !== VERIFIED)
    return unknownVerification(`zibal status ${shortTextOrNull(status)}`);
  return isExpectedAmount(amount, amountToman) ? null : failedVerification('AMOUNT_MISMATCH');
}

const readCard = (data: Body): PaidCard => ({
  cardMasked: shortTextOrNull(data.cardNumber),
  cardHash: parseCardHash(data.hashedCardNumber),
});

export function readZibalVerification(reply: Body, inquiry: Body, amountToman: bigint): GatewayVerification {
  const { result } = reply;
  if (result === 202) return failedVerification('NOT_PAID');
  if (result === 203) return failedVerification('GATEWAY_REFUSED');
  if (result !== 100 && result !== 201) return unknownVerification(`zibal result ${shortTextOrNull(result)}`);
  // 201 has no details; the inquiry just before has them.
  const data = result === 100 ? { ...inquiry, ...reply } : inquiry;
  if (!isExpectedAmount(data.amount, amountToman))
    return unknownVerification('zibal verified another amount');
  return {
    state: 'PAID',
    reference: shortTextOrNull(data.refNumber),
    ...readCard(data),
    // Deducted from our wallet there at the settlement, and booked then.
    costToman: 0n,
  };
}
