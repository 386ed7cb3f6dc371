import type { Fetch } from '../../platform/outgoing/connections.ts';
import type { GatewayVerification, PaidCard, UnpaidReason, VerificationRequest } from '../../wallet/ports.ts';

/** Shared by gateways with JSON APIs. Timeout of one call, which is soon retried (`wallet/watch-payments`). */
export const GATEWAY_TIMEOUT_MS = 6_000;

const RIAL_PER_TOMAN = 10n;

/** JSON has no bigint; a payment is far below 2^53, up to which a number is exact. */
export function toRial(amountToman: bigint): number {
  const value = Number.parseInt((amountToman * RIAL_PER_TOMAN).toString(), 10);
  if (!Number.isSafeInteger(value)) throw new Error('amount too large');
  return value;
}

/** Parses whole Rial from a number or a text such as "1000.00"; null: anything else. */
export function parseGatewayRial(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  const match = typeof value === 'string' ? /^(\d{1,15})(?:\.0+)?$/.exec(value) : null;
  return match ? BigInt(match[1] ?? '') : null;
}

export const isExpectedAmount = (value: unknown, amountToman: bigint): boolean =>
  parseGatewayRial(value) === amountToman * RIAL_PER_TOMAN;

/** Returns a cost in Toman, rounded up: better a Rial too much than one not booked. */
export const toTomanCost = (rial: bigint): bigint => (rial + RIAL_PER_TOMAN - 1n) / RIAL_PER_TOMAN;

export const failedVerification = (reason: UnpaidReason): GatewayVerification => ({
  state: 'FAILED',
  reason,
});
/** Nothing was paid, and the gateway reports that nothing will be. */
export const NOT_PAID_FINAL: GatewayVerification = { state: 'FAILED', reason: 'NOT_PAID', over: true };
/** A gateway that reports no card doesn't prove a wrong one. */
export const isCardRefused = (
  card: PaidCard,
  { takesCard }: Pick<VerificationRequest, 'takesCard'>,
): boolean => card.cardMasked !== null && takesCard?.(card) === false;
/** Returns why an unverified payment must not be accepted: from another card, or above the limit. Null: accept it. */
export async function findMoneyRefusal(
  card: PaidCard,
  question: VerificationRequest,
): Promise<GatewayVerification | null> {
  if (isCardRefused(card, question)) return failedVerification('CARD_MISMATCH');
  return (await question.fitsLimit?.()) === false ? failedVerification('DAILY_LIMIT') : null;
}
export const unknownVerification = (reason: string): GatewayVerification => ({ state: 'UNKNOWN', reason });

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Returns a short text or number as text; null: neither, or empty. */
export function shortTextOrNull(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value.toString();
  return typeof value === 'string' && value !== '' ? value.slice(0, 60) : null;
}

/** Parses the SHA-256 of a card in hex, in either case. */
export const parseCardHash = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : null;

export interface GatewayResponse {
  status: number;
  body: Record<string, unknown>;
}

/** Refusals have a 4xx status and JSON too, so the status decides nothing; throws unless it is a JSON object. */
export async function callJson(
  url: string,
  { fetch, method = 'POST', headers = {}, body, timeoutMs }: CallOptions,
): Promise<GatewayResponse> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  const parsed = parse(text);
  if (parsed === null) throw new Error(`status ${response.status} without JSON`);
  return { status: response.status, body: parsed };
}

interface CallOptions {
  fetch: Fetch;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
  timeoutMs: number;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? asObject(value) : null;
  } catch {
    return null;
  }
}

/** A verification never throws: an error says nothing about the money. */
export async function verifyOrUnknown(
  verify: () => Promise<GatewayVerification>,
): Promise<GatewayVerification> {
  try {
    return await verify();
  } catch (error) {
    return unknownVerification(error instanceof Error ? error.message : 'no answer');
  }
}
