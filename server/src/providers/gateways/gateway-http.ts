import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import type { GatewayQuestion, GatewayVerification, PaidCard, UnpaidReason } from '../../wallet/ports.ts';

/** What gateways that speak JSON share. One call is given up after this; it is asked again soon (`wallet/watch-payments`). */
export const GATEWAY_TIMEOUT = 6_000;

const RIAL_PER_TOMAN = 10n;

/** JSON has no bigint; a payment is far below 2^53, where a number still is exact. */
export function rialOf(amountToman: bigint): number {
  const value = Number.parseInt((amountToman * RIAL_PER_TOMAN).toString(), 10);
  if (!Number.isSafeInteger(value)) throw new Error('amount too large');
  return value;
}

/** Whole Rial of a number or of a text such as "1000.00"; null: anything else. */
export function readRial(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  const match = typeof value === 'string' ? /^(\d{1,15})(?:\.0+)?$/.exec(value) : null;
  return match ? BigInt(match[1] ?? '') : null;
}

export const isAmount = (value: unknown, amountToman: bigint): boolean =>
  readRial(value) === amountToman * RIAL_PER_TOMAN;

/** A cost in Toman, rounded up: a Rial more spent is booked rather than forgotten. */
export const costOf = (rial: bigint): bigint => (rial + RIAL_PER_TOMAN - 1n) / RIAL_PER_TOMAN;

export const failed = (reason: UnpaidReason): GatewayVerification => ({ state: 'FAILED', reason });
/** Nothing was paid, and the gateway says that nothing will be. */
export const NOT_PAID_FINAL: GatewayVerification = { state: 'FAILED', reason: 'NOT_PAID', over: true };
/** A gateway that names no card proves nothing about it. */
export const refusesCard = (card: PaidCard, { takesCard }: Pick<GatewayQuestion, 'takesCard'>): boolean =>
  card.cardMasked !== null && takesCard?.(card) === false;
/** Of money that isn't verified yet: that of a card which may not pay, or beyond the limit, is not taken. Null: take it. */
export async function refusedMoney(
  card: PaidCard,
  question: GatewayQuestion,
): Promise<GatewayVerification | null> {
  if (refusesCard(card, question)) return failed('CARD_MISMATCH');
  return (await question.fitsLimit?.()) === false ? failed('DAILY_LIMIT') : null;
}
export const unknown = (reason: string): GatewayVerification => ({ state: 'UNKNOWN', reason });

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** A short text or number as text; null: neither, or empty. */
export function shortText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value.toString();
  return typeof value === 'string' && value !== '' ? value.slice(0, 60) : null;
}

/** SHA-256 of the card in hex, as gateways report it, in either case. */
export const hashOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : null;

export interface GatewayAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Refusals come with 4xx and JSON too, so the status decides nothing; what is no JSON object throws. */
export async function callJson(
  url: string,
  { fetch, method = 'POST', headers = {}, body, timeoutMs }: CallOptions,
): Promise<GatewayAnswer> {
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

/** A verification never throws: whatever went wrong tells nothing about the money. */
export async function unknownOnError(ask: () => Promise<GatewayVerification>): Promise<GatewayVerification> {
  try {
    return await ask();
  } catch (error) {
    return unknown(error instanceof Error ? error.message : 'no answer');
  }
}
