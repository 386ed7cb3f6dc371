/**
 * Jibit PPG v3 (napi.jibit.ir/ppg/v3): amounts in Rial; tokens valid for 24 hours that are refreshed; the payer
 * returns by a posted form. States and fields as in nobitex's handler (JibitHandlerV2) and shetabit/multipay's
 * JibitClient: a purchase that is READY_TO_VERIFY is accepted by `verify`, and SUCCESS from then on.
 */
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import type { GatewayVerification, PaidCard, PaymentGateway, PaymentRequest } from '../../wallet/ports.ts';
import {
  asObject,
  callJson,
  failed,
  GATEWAY_TIMEOUT,
  type GatewayAnswer,
  isAmount,
  NOT_PAID_FINAL,
  refusedMoney,
  rialOf,
  shortText,
  unknown,
  unknownOnError,
} from './gateway-http.ts';

export interface JibitOptions {
  apiKey: string;
  secretKey: string;
  /** https://napi.jibit.ir/ppg/v3 */
  baseUrl: string;
  fetch: Fetch;
  timeoutMs?: number;
}

type Body = Record<string, unknown>;

export function createJibit(options: JibitOptions): PaymentGateway {
  const base = options.baseUrl.replace(/\/$/, '');
  const call = withTokens({ timeoutMs: GATEWAY_TIMEOUT, ...options, baseUrl: base });
  const find = async (authority: string): Promise<Body> =>
    readPurchase((await call('GET', `/purchases?purchaseId=${encodeURIComponent(authority)}`)).body);
  return {
    name: 'JIBIT',
    request: async (request) =>
      readAccepted((await call('POST', '/purchases', jibitRequest(request))).body, base),
    verify: (question) =>
      unknownOnError(async () => {
        const { authority, amountToman } = question;
        const found = await find(authority);
        if (found.state !== 'READY_TO_VERIFY') return readState(found, amountToman);
        // Unverified money is returned to the payer automatically, so a wrong amount, or another card's, is not
        // verified.
        if (!isAmount(found.amount, amountToman)) return failed('AMOUNT_MISMATCH');
        const refused = await refusedMoney(readCard(found), question);
        if (refused) return refused;
        await call('GET', `/purchases/${encodeURIComponent(authority)}/verify`);
        // The reply may be "verified before"; the purchase itself has the state.
        return readState(await find(authority), amountToman);
      }),
    readReturn: (query) => ({ authority: query.purchaseId ?? '', ok: query.status === 'SUCCESSFUL' }),
  };
}

export const jibitRequest = (request: PaymentRequest): object => ({
  amount: rialOf(request.amountToman),
  currency: 'IRR',
  clientReferenceNumber: request.orderId,
  callbackUrl: request.callbackUrl,
  // Refers to the payment; the gateway needs no data of the payer.
  userIdentifier: request.orderId,
  description: request.description.slice(0, 255),
  payerCardNumber: request.card,
  ...(request.mobile !== undefined && { payerMobileNumber: request.mobile }),
});

/** Throws unless the purchase was clearly accepted, and its page is Jibit's. */
export function readAccepted(body: Body, baseUrl: string): { authority: string; redirectUrl: string } {
  // A 64-bit number: if both are present, the text is the exact one.
  const authority = shortText(body.purchaseIdStr) ?? shortText(body.purchaseId);
  const { pspSwitchingUrl: redirectUrl } = body;
  if (authority === null || !/^[0-9A-Za-z-]{1,40}$/.test(authority) || typeof redirectUrl !== 'string')
    throw new Error(`jibit refused: ${JSON.stringify(body.errors ?? null).slice(0, 200)}`);
  const [page, api] = [new URL(redirectUrl), new URL(baseUrl)];
  if (page.protocol !== api.protocol || siteOf(page) !== siteOf(api)) throw new Error('jibit: foreign page');
  return { authority, redirectUrl: page.href };
}

/** napi.jibit.ir and pay.jibit.ir are one site. */
const siteOf = ({ host }: URL): string => (/[a-z]/.test(host) ? host.split('.').slice(-2).join('.') : host);

/** Parses `{elements: [purchase]}`; empty: no such purchase. Throws on anything else. */
export function readPurchase({ elements }: Body): Body {
  if (!Array.isArray(elements)) throw new Error('jibit: malformed reply');
  return elements.length === 0 ? { state: 'NO_SUCH_PURCHASE' } : asObject(elements[0]);
}

/** `payerCardNumber` is the card we requested; this is the one that paid. */
const readCard = (purchase: Body): PaidCard => ({
  cardMasked: shortText(purchase.pspMaskedCardNumber),
  cardHash: null,
});

export function readState(purchase: Body, amountToman: bigint): GatewayVerification {
  const { state } = purchase;
  if (state === 'NO_SUCH_PURCHASE') return failed('GATEWAY_REFUSED');
  if (state === 'IN_PROGRESS') return failed('NOT_PAID');
  if (state === 'FAILED' || state === 'EXPIRED' || state === 'REVERSED') return NOT_PAID_FINAL;
  if (state !== 'SUCCESS') return unknown(`jibit state ${shortText(state)}`);
  if (!isAmount(purchase.amount, amountToman)) return unknown('jibit verified another amount');
  return {
    state: 'PAID',
    reference: shortText(purchase.pspRrn) ?? shortText(purchase.pspReferenceNumber),
    ...readCard(purchase),
    costToman: 0n,
  };
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<GatewayAnswer>;

/**
 * Adds the access token to calls: requested once for all, refreshed when it has expired, and requested again if
 * that fails.
 */
function withTokens({ apiKey, secretKey, baseUrl, fetch, timeoutMs }: Required<JibitOptions>): Call {
  let tokens: Promise<Tokens> | null = null;
  const post = async (path: string, body: object): Promise<Tokens> => {
    const answer = await callJson(`${baseUrl}${path}`, { fetch, body, timeoutMs });
    const { accessToken, refreshToken } = answer.body;
    if (typeof accessToken !== 'string' || typeof refreshToken !== 'string')
      throw new Error(`jibit gave no token: status ${answer.status}`);
    return { accessToken, refreshToken };
  };
  const begin = () => post('/tokens', { apiKey, secretKey });
  const keep = (asked: Promise<Tokens>): Promise<Tokens> => {
    tokens = asked;
    asked.catch(() => {
      if (tokens === asked) tokens = null;
    });
    return asked;
  };
  /** Concurrent callers with the same expired token share one refresh. */
  const renew = (dead: Promise<Tokens>): Promise<Tokens> =>
    tokens === dead || tokens === null
      ? keep(dead.then((old) => post('/tokens/refresh', { ...old })).catch(begin))
      : tokens;

  return async (method, path, body) => {
    const send = async (asked: Promise<Tokens>): Promise<GatewayAnswer> =>
      callJson(`${baseUrl}${path}`, {
        fetch,
        method,
        headers: { authorization: `Bearer ${(await asked).accessToken}` },
        ...(body && { body }),
        timeoutMs,
      });
    const asked = tokens ?? keep(begin());
    const answer = await send(asked);
    return answer.status === 401 ? send(renew(asked)) : answer;
  };
}
