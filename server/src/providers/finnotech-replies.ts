/** Parsers of Finnotech's replies, without I/O. Samples and their documents: finnotech.test.ts. */
import type { Ownership, ProviderFault, ProviderFinding } from '../verification/ports.ts';

/** `{trackId, responseCode, status: DONE|FAILED, result, error: {code, message}}`. */
export interface Envelope {
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

export function readEnvelope(status: number, text: string): Envelope {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`finnotech: status ${status} without JSON`);
  }
  const { status: word, result, error, message } = asObject(body);
  return {
    status,
    done: status === 200 && word === 'DONE',
    result: asObject(result),
    message: textOrNull(asObject(error).message) ?? textOrNull(message) ?? '',
  };
}

/** For the log: long numbers are removed, since they may be personal data. */
const failure = ({ status, message }: Pick<Envelope, 'status' | 'message'>): Error =>
  new Error(`finnotech: status ${status} ${message.replace(/\d{5,}/g, '…').slice(0, 100)}`.trim());

export interface Token {
  value: string;
  refreshToken: string | null;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** `lifeTime` is in milliseconds: 864000000 are ten days. */
export function readFinnotechToken(said: Envelope, now: number): Token {
  const { done, result } = said;
  const value = textOrNull(result.value);
  const life = typeof result.lifeTime === 'string' ? Number.parseInt(result.lifeTime, 10) : result.lifeTime;
  if (!done || value === null) throw failure(said);
  const endsAt = now + (typeof life === 'number' && Number.isFinite(life) && life > 0 ? life : 0);
  return { value, refreshToken: textOrNull(result.refreshToken), endsAt };
}

/**
 * Finnotech's messages about input that the user can correct. The specification's sentences come first (§8.1 rule
 * 8).
 */
const FAULTS: readonly [RegExp, ProviderFault][] = [
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
export function faultOf(said: Envelope): ProviderFault {
  const { status, message } = said;
  const fault = status === 400 || status === 200 || status === 404 ? match(message) : null;
  if (fault === null) throw failure(said);
  return fault;
}

const match = (message: string): ProviderFault | null =>
  FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? null;

const faulty = (said: Envelope): ProviderFinding => {
  const fault = faultOf(said);
  return { outcome: fault === 'NO_RECORD' ? 'NO_RECORD' : 'INVALID', detail: said.message, fault };
};

/** `{isValid}`. */
export function readShahkar(said: Envelope): ProviderFinding {
  if (!said.done) return faulty(said);
  const { isValid } = said.result;
  if (isValid === true) return { outcome: 'MATCH', detail: 'mobile and national code match', fault: null };
  if (isValid !== false) throw new Error('finnotech: malformed reply');
  return { outcome: 'MISMATCH', detail: 'mobile of another national code', fault: 'MOBILE_MISMATCH' };
}

/** Minimum similarity of 100; registries and users spell names differently, and staff reviews lower values. */
const SIMILAR = 80;
const ALIVE = 'زنده';

/** `{firstNameSimilarity, lastNameSimilarity, fullNameSimilarity, deathStatus, status}`. */
export function readIdentity(said: Envelope): ProviderFinding {
  if (!said.done) return faulty(said);
  const { result } = said;
  const similar = (['firstName', 'lastName', 'fullName'] as const).flatMap((name) => {
    const value = result[`${name}Similarity`];
    return typeof value === 'number' ? [{ name, value }] : [];
  });
  if (similar.length === 0) throw new Error('finnotech: reply without similarity');
  const alive = textOrNull(result.deathStatus);
  const detail = similar.map(({ name, value }) => `${name} ${value}`);
  if (alive !== null && alive !== ALIVE) detail.push(`deathStatus ${alive}`);
  const matches = similar.every(({ value }) => value >= SIMILAR) && (alive === null || alive === ALIVE);
  return { outcome: matches ? 'MATCH' : 'MISMATCH', detail: detail.join(' · '), fault: null };
}

/** Parses `{IBAN, depositStatus: 02 is active, depositOwners: [{firstName, lastName}]}` of a card or a Sheba. */
export function readOwnership(said: Envelope): Ownership {
  if (!said.done) {
    // An unknown card or Sheba is the only possible error in the query.
    if (said.status === 400 || said.status === 404) return { found: false, why: said.message };
    throw failure(said);
  }
  const { depositOwners, depositStatus } = said.result;
  const owners = (Array.isArray(depositOwners) ? depositOwners : []).flatMap((owner) => {
    const { firstName, lastName } = asObject(owner);
    const name = [textOrNull(firstName), textOrNull(lastName)].filter((part) => part !== null).join(' ');
    return name === '' ? [] : [name];
  });
  const sheba = textOrNull(said.result.IBAN) ?? textOrNull(said.result.iban);
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
export function jalaliDay(day: string): string {
  const parts = new Map(
    jalali.formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}/${parts.get('month')}/${parts.get('day')}`;
}

/** +989121234567 → 09121234567. */
export const localMobile = (mobile: string): string => mobile.replace(/^\+98/, '0');
