import { AppError, normalizeEmail, normalizeMobile } from '@sarraf/domain';
import type { AuthenticationType } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { expireCodes } from '../codes/code-store.ts';
import {
  type CodeRequest,
  codeLifetimeSecondsOf,
  codeTargetOf,
  createCode,
  maskAddress,
} from '../codes/send-code.ts';
import type { IdentityContext } from '../deps.ts';
import { userKeyOf } from '../login/tokens.ts';
import type { Language } from '../ports.ts';
import { requireUser } from '../sessions/known-user.ts';
import { findUserByEmail, type User } from '../store.ts';

/** Contact data that is changed in two steps; also the purpose of the code and the channel it is sent by. */
export type ContactKind = 'EMAIL' | 'MOBILE';

export interface ContactPrompt {
  starTwoStepAuthentication: string;
  /** Seconds until the code expires. */
  expiresIn: number;
  codeLength: number;
}

const MAX_EMAIL = 50;
/** Users whose documents are or will be reviewed must give the reason for a change. */
const VERIFIED: ReadonlySet<AuthenticationType> = new Set([
  'PENDING',
  'AUTHORIZED',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
]);

/**
 * First step of changing the e-mail address or mobile number: sends a code to the new one. An unverified number may
 * be entered again to verify it. For an address of another account, no code is sent but its owner is notified, and
 * the reply is the same; whether a number belongs to another user is revealed only after it is verified.
 *
 * Invalid Email; Invalid Phone Number; COUNTRY_PREFIX_MISMATCH; CONFLICT: the old value is missing or different;
 * SAME_VALUE; SMS_OTP_UNAVAILABLE; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function beginContactChange(
  context: IdentityContext,
  caller: Caller,
  kind: ContactKind,
  { oldValue, newValue }: { oldValue: string | undefined; newValue: string },
  language: Language,
): Promise<ContactPrompt> {
  const user = await requireUser(context, caller);
  const value = kind === 'EMAIL' ? readEmail(newValue) : readMobile(newValue, user);
  const current = kind === 'EMAIL' ? user.email : user.mobile;
  const isVerified = kind === 'EMAIL' || user.mobileVerifiedAt !== null;
  if (
    VERIFIED.has(user.authenticationType) &&
    current !== null &&
    parseCurrentContact(kind, oldValue, user) !== current
  )
    throw new AppError('CONFLICT');
  if (value === current && isVerified) throw new AppError('SAME_VALUE');
  const codeRequest: CodeRequest = {
    ...buildContactCodeRequest(context, caller, kind, value),
    language,
    userId: user.id,
    signUpId: null,
  };
  const sendCode = await context.db.transaction().execute(async (tx) => {
    await expireCodes(tx, codeTargetOf(codeRequest), null, context.now());
    const sendToOwner = await createCode(context, tx, codeRequest);
    const owner = kind === 'EMAIL' ? await findUserByEmail(tx, value) : null;
    if (owner === null) return sendToOwner;
    const addressOwner = { userId: owner.id, email: owner.email, mobile: null, language: owner.language };
    await context.codeSender.notify(tx, addressOwner, { kind: 'ADDRESS_TAKEN' });
    return null;
  });
  sendCode?.();
  return buildContactPrompt(codeRequest);
}

export const buildContactCodeRequest = (
  context: IdentityContext,
  { userId, sessionId }: Caller,
  kind: ContactKind,
  value: string,
): Pick<CodeRequest, 'purpose' | 'channel' | 'key' | 'to' | 'subject' | 'sessionId'> => ({
  purpose: kind,
  channel: kind === 'EMAIL' ? 'EMAIL' : 'SMS',
  key: userKeyOf(context.secrets, userId),
  to: value,
  subject: value,
  sessionId,
});

export const buildContactPrompt = (
  codeRequest: Pick<CodeRequest, 'to' | 'purpose' | 'channel'>,
): ContactPrompt => ({
  starTwoStepAuthentication: maskAddress(codeRequest.to),
  expiresIn: codeLifetimeSecondsOf(codeRequest),
  codeLength: 6,
});

function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === null || email.length > MAX_EMAIL) throw new AppError('Invalid Email');
  return email;
}

function readMobile(text: string, { countryPhoneCode }: User): string {
  const mobile = normalizeMobile(text, countryPhoneCode ?? '+98');
  if (mobile === 'PREFIX') throw new AppError('COUNTRY_PREFIX_MISMATCH');
  if (mobile === null) throw new AppError('Invalid Phone Number');
  return mobile;
}

const parseCurrentContact = (kind: ContactKind, text: string | undefined, user: User): string | null =>
  kind === 'EMAIL' ? normalizeEmail(text ?? '') : normalizeMobile(text ?? '', user.countryPhoneCode ?? '+98');
