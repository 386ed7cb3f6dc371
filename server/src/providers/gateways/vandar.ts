/**
 * Vandar IPG v3 (docs.vandar.io/ipg): `send`, then `transaction` returns the state without side effects, and
 * `verify` accepts the money. Amounts are Rial by its documents, as the types of monopay/monopay copy them, while
 * the driver of shetabit/multipay sends Toman; test the account in Vandar's own sandbox before enabling it.
 */
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import type { GatewayVerification, PaidCard, PaymentGateway, PaymentRequest } from '../../wallet/ports.ts';
import {
  callJson,
  costOf,
  failed,
  GATEWAY_TIMEOUT,
  hashOf,
  isAmount,
  readRial,
  refusedMoney,
  rialOf,
  shortText,
  unknown,
  unknownOnError,
} from './gateway-http.ts';

export interface VandarOptions {
  apiKey: string;
  /** https://ipg.vandar.io */
  baseUrl: string;
  fetch: Fetch;
  timeoutMs?: number;
}

type Body = Record<string, unknown>;

const OURS = new Set([401, 403, 429]);
const TOKEN = /^[0-9A-Za-z]{5,100}$/;

export function createVandar({
  apiKey,
  baseUrl,
  fetch,
  timeoutMs = GATEWAY_TIMEOUT,
}: VandarOptions): PaymentGateway {
  const base = baseUrl.replace(/\/$/, '');
  const call = async (method: string, body: object): Promise<Body> => {
    const options = { fetch, body: { api_key: apiKey, ...body }, timeoutMs };
    const answer = await callJson(`${base}/api/v3/${method}`, options);
    // It refuses a payment with 422; errors of ours or of its service say nothing about the money.
    if (OURS.has(answer.status) || answer.status >= 500) throw new Error(`vandar: status ${answer.status}`);
    return answer.body;
  };
  return {
    name: 'VANDAR',
    async request(request) {
      const token = readVandarToken(await call('send', vandarRequest(request)));
      return { authority: token, redirectUrl: `${base}/v3/${token}` };
    },
    verify: (question) =>
      unknownOnError(async () => {
        const { authority, amountToman } = question;
        const found = await call('transaction', { token: authority });
        // Unverified money is returned to the payer automatically, so a wrong amount, or another card's, is not
        // verified.
        const fault =
          readVandarTransaction(found, amountToman) ?? (await refusedMoney(readCard(found), question));
        return (
          fault ?? readVandarVerification(await call('verify', { token: authority }), found, amountToman)
        );
      }),
    readReturn: (query) => ({ authority: query.token ?? '', ok: query.payment_status === 'OK' }),
  };
}

/** Returns the body of `send` without the key. */
export const vandarRequest = (request: PaymentRequest): object => ({
  amount: rialOf(request.amountToman),
  callback_url: request.callbackUrl,
  factorNumber: request.orderId,
  description: request.description.slice(0, 255),
  valid_card_number: request.card,
  ...(request.mobile !== undefined && { mobile_number: request.mobile }),
});

/** Throws unless the payment was clearly accepted. */
export function readVandarToken({ status, token, errors }: Body): string {
  if (status !== 1) throw new Error(`vandar refused: ${JSON.stringify(errors ?? null).slice(0, 200)}`);
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new Error('vandar: no token');
  return token;
}

/** Null: paid in full. `code` 1 is a completed payment. */
export function readVandarTransaction(
  { status, code, amount }: Body,
  amountToman: bigint,
): GatewayVerification | null {
  if (status === 0) return failed('NOT_PAID');
  if (status !== 1) return unknown(`vandar status ${shortText(status)}`);
  if (code !== 1 && code !== '1') return failed('NOT_PAID');
  return isAmount(amount, amountToman) ? null : failed('AMOUNT_MISMATCH');
}

/** A repeated verification is refused with these words; whether we credited it is in our own ledger. */
const BEFORE = /قبلا|already/i;

export function readVandarVerification(reply: Body, found: Body, amountToman: bigint): GatewayVerification {
  const { status, errors, error, message } = reply;
  if (status === 1) return readPaid({ ...found, ...reply }, amountToman);
  const words = JSON.stringify([errors, error, message]);
  // A moment ago it reported this payment as paid, so a refusal here decides nothing.
  return BEFORE.test(words) ? readPaid(found, amountToman) : unknown(`vandar verify: ${words.slice(0, 200)}`);
}

const readCard = (data: Body): PaidCard => ({
  cardMasked: shortText(data.cardNumber),
  cardHash: hashOf(data.cid) ?? hashOf(data.CID),
});

function readPaid(data: Body, amountToman: bigint): GatewayVerification {
  if (!isAmount(data.amount, amountToman)) return unknown('vandar verified another amount');
  const kept = readRial(data.realAmount);
  const asked = readRial(data.amount);
  return {
    state: 'PAID',
    reference: shortText(data.transId),
    ...readCard(data),
    // `realAmount` is what our wallet there receives.
    costToman: kept !== null && asked !== null && kept < asked ? costOf(asked - kept) : 0n,
  };
}
