/**
 * Jibit PPG v3 (napi.jibit.ir/ppg/v3): amounts in Rial; tokens valid for 24 hours that are refreshed; the payer
 * returns by a posted form. States and fields as in nobitex's handler (JibitHandlerV2) and shetabit/multipay's
 * JibitClient: a purchase that is READY_TO_VERIFY is accepted by `verify`, and SUCCESS from then on.
 */
import type { Fetch } from '../../platform/outgoing/connections.ts';
import type { GatewayVerification, PaidCard, PaymentGateway, PaymentRequest } from '../../wallet/ports.ts';
import {
  asObject,
  callJson,
  failedVerification,
  findMoneyRefusal,
  GATEWAY_TIMEOUT_MS,
  type GatewayResponse,
  isExpectedAmount,
  NOT_PAID_FINAL,
  shortTextOrNull,
  toRial,
  unknownVerification,
  verifyOrUnknown,
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
  const call = createTokenCall({ timeoutMs: GATEWAY_TIMEOUT_MS, ...options, baseUrl: base });
  const findPurchase = async (authority: string): Promise<Body> =>
    parsePurchase((await call('GET', `/purchases?purchaseId=${encodeURIComponent(authority)}`)).body);
  return {
    name: 'JIBIT',
    request: async (request) =>
      parseAcceptedPurchase((await call('POST', '/purchases', buildJibitRequest(request))).body, base),
    verify: (question) =>
      verifyOrUnknown(async () => {
        const { authority, amountToman } = question;
        const purchase = await findPurchase(authority);
        if (purchase.state !== 'READY_TO_VERIFY') return toVerification(purchase, amountToman);
        // Unverified money is returned to the payer automatically, so a wrong amount, or another card's, is not
        // verified.
        if (!isExpectedAmount(purchase.amount, amountToman)) return failedVerification('AMOUNT_MISMATCH');
        const refusal = await findMoneyRefusal(readCard(purchase), question);
        if (refusal) return refusal;
        await call('GET', `/purchases/${encodeURIComponent(authority)}/verify`);
        // The reply may be "verified before"; the purchase itself has the state.
        return toVerification(await findPurchase(authority), amountToman);
      }),
    readReturn: (query) => ({ authority: query.purchaseId ?? '', ok: query.status === 'SUCCESSFUL' }),
  };
}

export const buildJibitRequest = (request: PaymentRequest): object => ({
  amount: toRial(request.amountToman),
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
export function parseAcceptedPurchase(
  body: Body,
  baseUrl: string,
): { authority: string; redirectUrl: string } {
  // A 64-bit number: if both are present, the text is the exact one.
  const authority = shortTextOrNull(body.purchaseIdStr) ?? shortTextOrNull(body.purchaseId);
  const { pspSwitchingUrl: redirectUrl } = body;
  if (authority === null || !/^[0-9A-Za-z-]{1,40}$/.test(authority) || typeof redirectUrl !== 'string')
    throw new Error(`jibit refused: ${JSON.stringify(body.errors ?? null).slice(0, 200)}`);
  const [page, api] = [new URL(redirectUrl), new URL(baseUrl)];
  if (page.protocol !== api.protocol || registrableDomainOf(page) !== registrableDomainOf(api))
    throw new Error('jibit: foreign page');
  return { authority, redirectUrl: page.href };
}

/** napi.jibit.ir and pay.jibit.ir are one site. */
const registrableDomainOf = ({ host }: URL): string =>
  /[a-z]/.test(host) ? host.split('.').slice(-2).join('.') : host;

/** Parses `{elements: [purchase]}`; empty: no such purchase. Throws on anything else. */
export function parsePurchase({ elements }: Body): Body {
  if (!Array.isArray(elements)) throw new Error('jibit: malformed reply');
  return elements.length === 0 ? { state: 'NO_SUCH_PURCHASE' } : asObject(elements[0]);
}

/** `payerCardNumber` is the card we requested; this is the one that paid. */
const readCard = (purchase: Body): PaidCard => ({
  cardMasked: shortTextOrNull(purchase.pspMaskedCardNumber),
  cardHash: null,
});

export function toVerification(purchase: Body, amountToman: bigint): GatewayVerification {
  const { state } = purchase;
  if (state === 'NO_SUCH_PURCHASE') return failedVerification('GATEWAY_REFUSED');
  if (state === 'IN_PROGRESS') return failedVerification('NOT_PAID');
  if (state === 'FAILED' || state === 'EXPIRED' || state === 'REVERSED') return NOT_PAID_FINAL;
  if (state !== 'SUCCESS') return unknownVerification(`jibit state ${shortTextOrNull(state)}`);
  if (!isExpectedAmount(purchase.amount, amountToman))
    return unknownVerification('jibit verified another amount');
  return {
    state: 'PAID',
    reference: shortTextOrNull(purchase.pspRrn) ?? shortTextOrNull(purchase.pspReferenceNumber),
    ...readCard(purchase),
    costToman: 0n,
  };
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<GatewayResponse>;

/**
 * Adds the access token to calls: requested once for all, refreshed when it has expired, and requested again if
 * that fails.
 */
function createTokenCall({ apiKey, secretKey, baseUrl, fetch, timeoutMs }: Required<JibitOptions>): Call {
  let tokens: Promise<Tokens> | null = null;
  const requestTokens = async (path: string, body: object): Promise<Tokens> => {
    const response = await callJson(`${baseUrl}${path}`, { fetch, body, timeoutMs });
    const { accessToken, refreshToken } = response.body;
    if (typeof accessToken !== 'string' || typeof refreshToken !== 'string')
      throw new Error(`jibit gave no token: status ${response.status}`);
    return { accessToken, refreshToken };
  };
  const requestFirstTokens = () => requestTokens('/tokens', { apiKey, secretKey });
  const cacheTokens = (pendingTokens: Promise<Tokens>): Promise<Tokens> => {
    tokens = pendingTokens;
    pendingTokens.catch(() => {
      if (tokens === pendingTokens) tokens = null;
    });
    return pendingTokens;
  };
  /** Concurrent callers with the same expired token share one refresh. */
  const renewTokens = (expiredTokens: Promise<Tokens>): Promise<Tokens> =>
    tokens === expiredTokens || tokens === null
      ? cacheTokens(
          expiredTokens
            .then((previous) => requestTokens('/tokens/refresh', { ...previous }))
            .catch(requestFirstTokens),
        )
      : tokens;

  return async (method, path, body) => {
    const sendWith = async (pendingTokens: Promise<Tokens>): Promise<GatewayResponse> =>
      callJson(`${baseUrl}${path}`, {
        fetch,
        method,
        headers: { authorization: `Bearer ${(await pendingTokens).accessToken}` },
        ...(body && { body }),
        timeoutMs,
      });
    const currentTokens = tokens ?? cacheTokens(requestFirstTokens());
    const response = await sendWith(currentTokens);
    return response.status === 401 ? sendWith(renewTokens(currentTokens)) : response;
  };
}
