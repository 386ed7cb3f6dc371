/**
 * Vandar IPG v3 (docs.vandar.io/ipg): `send`, then `transaction` tells how it stands without taking anything, and
 * `verify` takes the money. Amounts are Rial: so say its documents, as the types of monopay/monopay copy them, while
 * the driver of shetabit/multipay sends Toman; try the account in Vandar's own sandbox before it is switched on.
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
    // Its refusals of a payment come with 422; what is wrong with us or with it says nothing about the money.
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
        // Money that isn't verified goes back to the payer by itself, so a wrong amount, or another card's, is better not taken.
        const fault =
          readVandarTransaction(found, amountToman) ?? (await refusedMoney(readCard(found), question));
        return (
          fault ?? readVandarVerification(await call('verify', { token: authority }), found, amountToman)
        );
      }),
    readReturn: (query) => ({ authority: query.token ?? '', ok: query.payment_status === 'OK' }),
  };
}

/** The body of `send` without the key. */
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

/** Null: paid, and as much as was asked for. `code` 1 is a payment that was made. */
export function readVandarTransaction(
  { status, code, amount }: Body,
  amountToman: bigint,
): GatewayVerification | null {
  if (status === 0) return failed('NOT_PAID');
  if (status !== 1) return unknown(`vandar status ${shortText(status)}`);
  if (code !== 1 && code !== '1') return failed('NOT_PAID');
  return isAmount(amount, amountToman) ? null : failed('AMOUNT_MISMATCH');
}

/** It answers a repeated verification with a refusal and these words; whether we credited it is in our own books. */
const BEFORE = /قبلا|already/i;

export function readVandarVerification(reply: Body, found: Body, amountToman: bigint): GatewayVerification {
  const { status, errors, error, message } = reply;
  if (status === 1) return readPaid({ ...found, ...reply }, amountToman);
  const words = JSON.stringify([errors, error, message]);
  // What it refuses here was paid a moment ago by its own word: that decides nothing.
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
    // `realAmount` is what reaches our wallet there.
    costToman: kept !== null && asked !== null && kept < asked ? costOf(asked - kept) : 0n,
  };
}
