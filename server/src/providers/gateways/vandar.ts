/**
 * Vandar IPG v3 (docs.vandar.io/ipg): `send`, then `transaction` returns the state without side effects, and
 * `verify` accepts the money. Amounts are Rial by its documents, as the types of monopay/monopay copy them, while
 * the driver of shetabit/multipay sends Toman; test the account in Vandar's own sandbox before enabling it.
 */
import type { Fetch } from '../../platform/outgoing/connections.ts';
import type { GatewayVerification, PaidCard, PaymentGateway, PaymentRequest } from '../../wallet/ports.ts';
import {
  callJson,
  failedVerification,
  findMoneyRefusal,
  GATEWAY_TIMEOUT_MS,
  isExpectedAmount,
  parseCardHash,
  parseGatewayRial,
  shortTextOrNull,
  toRial,
  toTomanCost,
  unknownVerification,
  verifyOrUnknown,
} from './gateway-http.ts';

export interface VandarOptions {
  apiKey: string;
  /** https://ipg.vandar.io */
  baseUrl: string;
  fetch: Fetch;
  timeoutMs?: number;
}

type Body = Record<string, unknown>;

const OWN_ERROR_STATUSES = new Set([401, 403, 429]);
const TOKEN = /^[0-9A-Za-z]{5,100}$/;

export function createVandar({
  apiKey,
  baseUrl,
  fetch,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: VandarOptions): PaymentGateway {
  const base = baseUrl.replace(/\/$/, '');
  const call = async (method: string, body: object): Promise<Body> => {
    const options = { fetch, body: { api_key: apiKey, ...body }, timeoutMs };
    const response = await callJson(`${base}/api/v3/${method}`, options);
    // It refuses a payment with 422; errors of ours or of its service say nothing about the money.
    if (OWN_ERROR_STATUSES.has(response.status) || response.status >= 500)
      throw new Error(`vandar: status ${response.status}`);
    return response.body;
  };
  return {
    name: 'VANDAR',
    async request(request) {
      const token = parseVandarToken(await call('send', buildVandarRequest(request)));
      return { authority: token, redirectUrl: `${base}/v3/${token}` };
    },
    verify: (question) =>
      verifyOrUnknown(async () => {
        const { authority, amountToman } = question;
        const transaction = await call('transaction', { token: authority });
        // Unverified money is returned to the payer automatically, so a wrong amount, or another card's, is not
        // verified.
        const refusal =
          readVandarTransaction(transaction, amountToman) ??
          (await findMoneyRefusal(readCard(transaction), question));
        return (
          refusal ??
          readVandarVerification(await call('verify', { token: authority }), transaction, amountToman)
        );
      }),
    readReturn: (query) => ({ authority: query.token ?? '', ok: query.payment_status === 'OK' }),
  };
}

/** Returns the body of `send` without the key. */
export const buildVandarRequest = (request: PaymentRequest): object => ({
  amount: toRial(request.amountToman),
  callback_url: request.callbackUrl,
  factorNumber: request.orderId,
  description: request.description.slice(0, 255),
  valid_card_number: request.card,
  ...(request.mobile !== undefined && { mobile_number: request.mobile }),
});

/** Throws unless the payment was clearly accepted. */
export function parseVandarToken({ status, token, errors }: Body): string {
  if (status !== 1) throw new Error(`vandar refused: ${JSON.stringify(errors ?? null).slice(0, 200)}`);
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new Error('vandar: no token');
  return token;
}

/** Null: paid in full. `code` 1 is a completed payment. */
export function readVandarTransaction(
  { status, code, amount }: Body,
  amountToman: bigint,
): GatewayVerification | null {
  if (status === 0) return failedVerification('NOT_PAID');
  if (status !== 1) return unknownVerification(`vandar status ${shortTextOrNull(status)}`);
  if (code !== 1 && code !== '1') return failedVerification('NOT_PAID');
  return isExpectedAmount(amount, amountToman) ? null : failedVerification('AMOUNT_MISMATCH');
}

/** A repeated verification is refused with these words; whether we credited it is in our own ledger. */
const VERIFIED_BEFORE = /قبلا|already/i;

export function readVandarVerification(
  reply: Body,
  transaction: Body,
  amountToman: bigint,
): GatewayVerification {
  const { status, errors, error, message } = reply;
  if (status === 1) return toPaidVerification({ ...transaction, ...reply }, amountToman);
  const errorText = JSON.stringify([errors, error, message]);
  // A moment ago it reported this payment as paid, so a refusal here decides nothing.
  return VERIFIED_BEFORE.test(errorText)
    ? toPaidVerification(transaction, amountToman)
    : unknownVerification(`vandar verify: ${errorText.slice(0, 200)}`);
}

const readCard = (data: Body): PaidCard => ({
  cardMasked: shortTextOrNull(data.cardNumber),
  cardHash: parseCardHash(data.cid) ?? parseCardHash(data.CID),
});

function toPaidVerification(data: Body, amountToman: bigint): GatewayVerification {
  if (!isExpectedAmount(data.amount, amountToman))
    return unknownVerification('vandar verified another amount');
  const receivedRial = parseGatewayRial(data.realAmount);
  const requestedRial = parseGatewayRial(data.amount);
  return {
    state: 'PAID',
    reference: shortTextOrNull(data.transId),
    ...readCard(data),
    // `realAmount` is what our wallet there receives.
    costToman:
      receivedRial !== null && requestedRial !== null && receivedRial < requestedRial
        ? toTomanCost(requestedRial - receivedRial)
        : 0n,
  };
}
