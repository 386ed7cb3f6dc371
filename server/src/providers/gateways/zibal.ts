/**
 * Zibal IPG v1 (help.zibal.ir/IPG/API): Rial; `inquiry` returns the state without side effects, `verify` accepts
 * the money (100) or reports that it was accepted before (201, without details). Fields as in shetabit/multipay's
 * driver.
 */
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import type { GatewayVerification, PaidCard, PaymentGateway, PaymentRequest } from '../../wallet/ports.ts';
import {
  callJson,
  failed,
  GATEWAY_TIMEOUT,
  hashOf,
  isAmount,
  NOT_PAID_FINAL,
  refusedMoney,
  rialOf,
  shortText,
  unknown,
  unknownOnError,
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
  timeoutMs = GATEWAY_TIMEOUT,
}: ZibalOptions): PaymentGateway {
  const base = baseUrl.replace(/\/$/, '');
  const call = async (method: string, body: object): Promise<Body> =>
    (await callJson(`${base}/v1/${method}`, { fetch, body: { merchant, ...body }, timeoutMs })).body;
  return {
    name: 'ZIBAL',
    async request(request) {
      const trackId = readTrackId(await call('request', zibalRequest(request)));
      return { authority: trackId, redirectUrl: `${base}/start/${trackId}` };
    },
    verify: (question) =>
      unknownOnError(async () => {
        const { authority, amountToman } = question;
        const trackId = Number.parseInt(authority, 10);
        const found = await call('inquiry', { trackId });
        const fault =
          readInquiry(found, amountToman) ??
          (found.status === PAID ? await refusedMoney(readCard(found), question) : null);
        return fault ?? readZibalVerification(await call('verify', { trackId }), found, amountToman);
      }),
    readReturn: (query) => ({ authority: query.trackId ?? '', ok: query.success === '1' }),
  };
}

/** Returns the body of `request` without the merchant. */
export const zibalRequest = (request: PaymentRequest): object => ({
  amount: rialOf(request.amountToman),
  callbackUrl: request.callbackUrl,
  orderId: request.orderId,
  description: request.description.slice(0, 255),
  allowedCards: [request.card],
  ...(request.mobile !== undefined && { mobile: request.mobile }),
});

/** Throws unless the payment was clearly accepted. */
export function readTrackId({ result, trackId }: Body): string {
  if (result !== 100) throw new Error(`zibal refused: result ${shortText(result)}`);
  const text = shortText(trackId);
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
  if (result === 203) return failed('GATEWAY_REFUSED');
  if (result !== 100) return unknown(`zibal result ${shortText(result)}`);
  if (status === WAITING) return failed('NOT_PAID');
  if (typeof status === 'number' && ENDED.has(status)) return NOT_PAID_FINAL;
  if (status !== PAID && status !== VERIFIED) return unknown(`zibal status ${shortText(status)}`);
  return isAmount(amount, amountToman) ? null : failed('AMOUNT_MISMATCH');
}

const readCard = (data: Body): PaidCard => ({
  cardMasked: shortText(data.cardNumber),
  cardHash: hashOf(data.hashedCardNumber),
});

export function readZibalVerification(reply: Body, found: Body, amountToman: bigint): GatewayVerification {
  const { result } = reply;
  if (result === 202) return failed('NOT_PAID');
  if (result === 203) return failed('GATEWAY_REFUSED');
  if (result !== 100 && result !== 201) return unknown(`zibal result ${shortText(result)}`);
  // 201 has no details; the inquiry just before has them.
  const data = result === 100 ? { ...found, ...reply } : found;
  if (!isAmount(data.amount, amountToman)) return unknown('zibal verified another amount');
  return {
    state: 'PAID',
    reference: shortText(data.refNumber),
    ...readCard(data),
    // Deducted from our wallet there at the settlement, and booked then.
    costToman: 0n,
  };
}
