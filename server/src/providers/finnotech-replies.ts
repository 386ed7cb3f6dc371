/** Parsers of Finnotech's replies, without I/O. Samples and their documents: finnotech.test.ts. */
import type { Ownership, ProviderErrorCode, ProviderFinding } from '../verification/ports.ts';

/** `{trackId, responseCode, status: DONE|FAILED, result, error: {code, message}}`. */
export interface FinnotechReply {
  /** HTTP status. */
  status: number;
  done: boolean;
  result: Record<string, unknown>;
  /** Empty on success. */
  message: string;
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

export function parseFinnotechReply(status: number, text: string): FinnotechReply {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`finnotech: status ${status} without JSON`);
  }
  const { status: replyStatus, result, error, message } = asObject(body);
  return {
    status,
    done: status === 200 && replyStatus === 'DONE',
    result: asObject(result),
    message: textOrNull(asObject(error).message) ?? textOrNull(message) ?? '',
  };
}

/** For the log: long numbers are removed, since they may be personal data. */
const createFailure = ({ status, message }: Pick<FinnotechReply, 'status' | 'message'>): Error =>
  new Error(`finnotech: status ${status} ${message.replace(/\d{5,}/g, '…').slice(0, 100)}`.trim());

export interface Token {
  value: string;
  refreshToken: string | null;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** `lifeTime` is in milliseconds: 864000000 are ten days. */
export function readFinnotechToken(reply: FinnotechReply, now: number): Token {
  const { done, result } = reply;
  const value = textOrNull(result.value);
  const lifeMs = typeof result.lifeTime === 'string' ? Number.parseInt(result.lifeTime, 10) : result.lifeTime;
  if (!done || value === null) throw createFailure(reply);
  const endsAt = now + (typeof lifeMs === 'number' && Number.isFinite(lifeMs) && lifeMs > 0 ? lifeMs : 0);
  return { value, refreshToken: textOrNull(result.refreshToken), endsAt };
}

/**
 * Finnotech's messages about input that the user can correct. The specification's sentences come first (§8.1 rule
 * 8).
 */
const ERROR_CODES: readonly [RegExp, ProviderErrorCode][] = [
  [/invalid otp|otp is (not valid|invalid|wrong)/i, 'WRONG_CODE'],
  [/otp used|used before|otp (is )?expired/i, 'USED_CODE'],
  [/nid and mobile|mobile and nid/i, 'MOBILE_MISMATCH'],
  [/nid is not valid|invalid (nid|national ?code)/i, 'NATIONAL_CODE_INVALID'],
  [/mobile is not valid|invalid mobile/i, 'MOBILE_INVALID'],
  [/(رکوردی|اطلاعاتی).*یافت نشد|یافت نشد|تاریخ تولد|invalid birth ?date|no record/i, 'NO_RECORD'],
  [/کد ?ملی/, 'NATIONAL_CODE_INVALID'],
  [/موبایل|تلفن همراه/, 'MOBILE_INVALID'],
];

/** Throws for a failure that the user can't correct: quota, scope, wrong credentials, an unavailable service. */
export function errorCodeOf(reply: FinnotechReply): ProviderErrorCode {
  const { status, message } = reply;
  const errorCode = status === 400 || status === 200 || status === 404 ? findErrorCode(message) : null;
  if (errorCode === null) throw createFailure(reply);
  return errorCode;
}

const findErrorCode = (message: string): ProviderErrorCode | null =>
  ERROR_CODES.find(([pattern]) => pattern.test(message))?.[1] ?? null;

const toInvalidFinding = (reply: FinnotechReply): ProviderFinding => {
  const errorCode = errorCodeOf(reply);
  return {
    outcome: errorCode === 'NO_RECORD' ? 'NO_RECORD' : 'INVALID',
    detail: reply.message,
    errorCode,
  };
};

/** `{isValid}`. */
export function readShahkar(reply: FinnotechReply): ProviderFinding {
  if (!reply.done) return toInvalidFinding(reply);
  const { isValid } = reply.result;
  if (isValid === true)
    return { outcome: 'MATCH', detail: 'mobile and national code match', errorCode: null };
  if (isValid !== false) throw new Error('finnotech: malformed reply');
  return { outcome: 'MISMATCH', detail: 'mobile of another national code', errorCode: 'MOBILE_MISMATCH' };
}

/** Minimum similarity of 100; registries and users spell names differently, and staff reviews lower values. */
const MIN_SIMILARITY = 80;
const ALIVE = 'زنده';

/** `{firstNameSimilarity, lastNameSimilarity, fullNameSimilarity, deathStatus, status}`. */
export function readIdentity(reply: FinnotechReply): ProviderFinding {
  if (!reply.done) return toInvalidFinding(reply);
  const { result } = reply;
  const similarities = (['firstName', 'lastName', 'fullName'] as const).flatMap((name) => {
    const value = result[`${name}Similarity`];
    return typeof value === 'number' ? [{ name, value }] : [];
  });
  if (similarities.length === 0) throw new Error('finnotech: reply without similarity');
  const deathStatus = textOrNull(result.deathStatus);
  const detail = similarities.map(({ name, value }) => `${name} ${value}`);
  if (deathStatus !== null && deathStatus !== ALIVE) detail.push(`deathStatus ${deathStatus}`);
  const matches =
    similarities.every(({ value }) => value >= MIN_SIMILARITY) &&
    (deathStatus === null || deathStatus === ALIVE);
  return { outcome: matches ? 'MATCH' : 'MISMATCH', detail: detail.join(' · '), errorCode: null };
}

/** Parses `{IBAN, depositStatus: 02 is active, depositOwners: [{firstName, lastName}]}` of a card or a Sheba. */
export function readOwnership(reply: FinnotechReply): Ownership {
  if (!reply.done) {
    // An unknown card or Sheba is the only possible error in the query.
    if (reply.status === 400 || reply.status === 404) return { found: false, why: reply.message };
    throw createFailure(reply);
  }
  const { depositOwners, depositStatus } = reply.result;
  const owners = (Array.isArray(depositOwners) ? depositOwners : []).flatMap((owner) => {
    const { firstName, lastName } = asObject(owner);
    const name = [textOrNull(firstName), textOrNull(lastName)]
      .filter((namePart) => namePart !== null)
      .join(' ');
    return name === '' ? [] : [name];
  });
  const sheba = textOrNull(reply.result.IBAN) ?? textOrNull(reply.result.iban);
  return {
    found: true,
    owners,
    active: depositStatus === '02' || depositStatus === '2',
    sheba: sheba?.replace(/^IR/i, '') ?? null,
  };
}

const jalali = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** 1991-03-22 → 1370/01/02. */
export function formatJalaliDay(day: string): string {
  const parts = new Map(
    jalali.formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}/${parts.get('month')}/${parts.get('day')}`;
}

/** +989121234567 → 09121234567. */
export const toLocalMobile = (mobile: string): string => mobile.replace(/^\+98/, '0');
