/**
 * Zarinpal v4 (zarinpal.com/docs/paymentGateway). A request states `currency: IRT`, since the default is Rial; all
 * amounts of its session, the fee included, are Toman then. It is written in PHP: an empty object is [], and a code
 * sometimes a text.
 */
import type { Fetch } from '../../platform/outgoing/connections.ts';
import type {
  GatewayVerification,
  PaidVerification,
  PaymentGateway,
  PaymentRequest,
  UnpaidReason,
  VerificationRequest,
} from '../../wallet/ports.ts';
import {
  failedVerification,
  GATEWAY_TIMEOUT_MS,
  isCardRefused,
  NOT_PAID_FINAL,
  unknownVerification,
} from './gateway-http.ts';

export interface ZarinpalOptions {
  merchantId: string;
  /** https://payment.zarinpal.com, or https://sandbox.zarinpal.com. */
  baseUrl: string;
  fetch: Fetch;
  timeoutMs?: number;
}

const PATH = '/pg/v4/payment';
const AUTHORITY = /^[AS][0-9A-Za-z]{35}$/;
const CURRENCY = 'IRT';

type Call = (method: string, body: object) => Promise<unknown>;

export function createZarinpal({
  merchantId,
  baseUrl,
  fetch,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: ZarinpalOptions): PaymentGateway {
  const base = baseUrl.replace(/\/$/, '');
  const call: Call = (method, body) =>
    post(`${base}${PATH}/${method}.json`, { merchant_id: merchantId, ...body }, { fetch, timeoutMs });
  return {
    name: 'ZARINPAL',
    async request(request) {
      const authority = parseAuthority(await call('request', buildZarinpalRequest(request)));
      return { authority, redirectUrl: `${base}/pg/StartPay/${authority}` };
    },
    async verify(question) {
      const { authority, amountToman } = question;
      try {
        // The session stores its currency; the amount is in that.
        const verification = readZarinpalVerification(
          await call('verify', { amount: toJsonInteger(amountToman), authority }),
        );
        if (verification.state === 'PAID') return await reverseOtherCard(call, verification, question);
        if (verification.state !== 'FAILED' || verification.reason !== 'NOT_PAID') return verification;
        // -51 is returned both while the payer is on the page and after a failure.
        return parseEndState(await call('inquiry', { authority }).catch(() => null)) ?? verification;
      } catch (error) {
        return unknownVerification(error instanceof Error ? error.message : 'no answer');
      }
    },
    readReturn: (query) => ({ authority: query.Authority ?? '', ok: query.Status === 'OK' }),
    listUnverified: async () => parseUnverified(await call('unVerified', {})),
  };
}

/**
 * Reverses a payment by another card, which is named only when the money is taken: within half an hour, to the card
 * and without a fee (docs/paymentGateway/moreFeatures/reverse). If the reversal is clearly refused the money is
 * ours, and staff returns it; without a reply the outcome is unknown, or the money might be returned twice.
 */
async function reverseOtherCard(
  call: Call,
  verification: PaidVerification,
  question: VerificationRequest,
): Promise<GatewayVerification> {
  if (!isCardRefused(verification, question)) return verification;
  const { authority } = question;
  const code = await call('reverse', { authority }).then(
    (reply) => parseReply(reply).code,
    () => null,
  );
  if (code === 100) return failedVerification('CARD_MISMATCH');
  // -61 is also returned for one that was reversed before.
  const status = parseStatus(await call('inquiry', { authority }));
  if (status === 'REVERSED') return failedVerification('CARD_MISMATCH');
  const isStillPaid = code !== null && NOT_REVERSED.has(code) && status === 'VERIFIED';
  return isStillPaid
    ? verification
    : unknownVerification(`zarinpal: reversal ${code ?? 'without an answer'}, ${status}`);
}

/**
 * The bank doesn't support it, it isn't paid, no IP address of ours is registered for the terminal, or more than
 * half an hour has passed.
 */
const NOT_REVERSED: ReadonlySet<number> = new Set([-60, -61, -62, -63]);

/** Returns the body of request.json without the merchant. */
export function buildZarinpalRequest(request: PaymentRequest): object {
  return {
    amount: toJsonInteger(request.amountToman),
    currency: CURRENCY,
    description: request.description.slice(0, 500),
    callback_url: request.callbackUrl,
    metadata: {
      order_id: request.orderId,
      card_pan: request.card,
      ...(request.mobile !== undefined && { mobile: request.mobile }),
      ...(request.email !== undefined && { email: request.email }),
    },
  };
}

/** Throws unless the payment was clearly accepted. */
export function parseAuthority(reply: unknown): string {
  const { code, data } = parseReply(reply);
  if (code !== 100) throw new Error(`zarinpal refused: code ${code}`);
  const { authority } = data;
  if (typeof authority !== 'string' || !AUTHORITY.test(authority)) throw new Error('zarinpal: no authority');
  return authority;
}

/** Codes about the payment itself. The others are about us or its own troubles, and decide nothing. */
const UNPAID: Record<number, UnpaidReason> = {
  [-50]: 'AMOUNT_MISMATCH',
  [-51]: 'NOT_PAID',
  [-53]: 'GATEWAY_REFUSED',
  [-54]: 'GATEWAY_REFUSED',
};

/**
 * 100: verified now; 101: verified before. Both mean that the money is ours; whether it was credited is in our
 * ledger.
 */
export function readZarinpalVerification(reply: unknown): GatewayVerification {
  const { code, data } = parseReply(reply);
  if (code === 100 || code === 101) return toPaidVerification(data);
  const reason = UNPAID[code];
  return reason ? { state: 'FAILED', reason } : { state: 'UNKNOWN', reason: `zarinpal code ${code}` };
}

/** Parses the reply of `inquiry`, which has no side effects: IN_BANK, PAID and VERIFIED are the other states. */
function parseEndState(reply: unknown): GatewayVerification | null {
  const status = parseStatus(reply);
  if (status === 'REVERSED') return failedVerification('GATEWAY_REFUSED');
  return status === 'FAILED' ? NOT_PAID_FINAL : null;
}

function parseStatus(reply: unknown): string {
  const { status } = asObject(asObject(reply).data);
  return typeof status === 'string' ? status.slice(0, 20) : '';
}

export function parseUnverified(reply: unknown): string[] {
  const { data } = parseReply(reply);
  const list = Array.isArray(data.authorities) ? data.authorities : [];
  return list
    .map((item: unknown) => asObject(item).authority)
    .filter((authority): authority is string => typeof authority === 'string' && AUTHORITY.test(authority));
}

function toPaidVerification(data: Record<string, unknown>): PaidVerification {
  const { ref_id: reference, card_pan: pan, card_hash: hash, fee, fee_type: feeType } = data;
  return {
    state: 'PAID',
    reference:
      typeof reference === 'number' || typeof reference === 'string' ? String(reference).slice(0, 50) : null,
    cardMasked: typeof pan === 'string' && pan !== '' ? pan.slice(0, 30) : null,
    // Documented as SHA-256; the documentation's own example is that of the plain 16 digits, in upper case.
    cardHash: typeof hash === 'string' && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : null,
    // In the currency of the request. `Payer` means that it was added to the payer's amount.
    costToman:
      feeType === 'Merchant' && typeof fee === 'number' && Number.isSafeInteger(fee) && fee > 0
        ? BigInt(fee)
        : 0n,
  };
}

interface Reply {
  code: number;
  data: Record<string, unknown>;
}

/** Parses `{data: {code, …}, errors: []}` or `{data: [], errors: {code, …}}`. Throws on anything else. */
function parseReply(reply: unknown): Reply {
  const { data, errors } = asObject(reply);
  const errorCode = parseCode(Array.isArray(errors) ? errors[0] : errors);
  const code = errorCode ?? parseCode(data);
  if (code === null) throw new Error('zarinpal: malformed reply');
  return { code, data: errorCode === null ? asObject(data) : {} };
}

function parseCode(replyPart: unknown): number | null {
  const { code } = asObject(replyPart);
  if (typeof code === 'number' && Number.isInteger(code)) return code;
  return typeof code === 'string' && /^-?\d{1,4}$/.test(code) ? Number.parseInt(code, 10) : null;
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** JSON has no bigint; a payment is far below 2^53, up to which a number is exact. */
function toJsonInteger(amount: bigint): number {
  const value = Number.parseInt(amount.toString(), 10);
  if (!Number.isSafeInteger(value)) throw new Error('zarinpal: amount too large');
  return value;
}

/** Refusals have a 4xx status and the same JSON, so the status decides nothing; throws on invalid JSON. */
async function post(
  url: string,
  body: object,
  { fetch, timeoutMs }: Required<Pick<ZarinpalOptions, 'fetch' | 'timeoutMs'>>,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`zarinpal: status ${response.status} without JSON`);
  }
}
