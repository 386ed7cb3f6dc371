import type { ProviderCheck } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import { newId } from '../../platform/ids.ts';
import type { VerificationContext } from '../deps.ts';
import type { IdentitySubject, Ownership, ProviderErrorCode, ProviderFinding } from '../ports.ts';
import type { Profile } from '../profile-store.ts';
import type { Check } from './check-store.ts';
import { isOwner } from './match-names.ts';

/** Result of a query; if it failed, `errorCode` is null and the outcome UNAVAILABLE. */
export interface ProviderResult {
  check: Check;
  errorCode: ProviderErrorCode | null;
}

export const subjectOf = (user: User, profile: Profile | null): IdentitySubject => ({
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  birthDay: profile?.birthDay ?? '',
  nationalCode: profile?.nationalCode ?? '',
  mobile: user.mobile ?? '',
});

export const checkMobile = (
  context: VerificationContext,
  subject: IdentitySubject,
): Promise<ProviderResult> =>
  runProviderCheck(context, 'SHAHKAR', null, (trackId) => context.provider.matchMobile(subject, trackId));

/** Without a token the query is on the exchange's own authority. */
export const checkIdentity = (
  context: VerificationContext,
  subject: IdentitySubject,
  token: string | null,
): Promise<ProviderResult> =>
  runProviderCheck(context, 'IDENTITY', null, (trackId) =>
    context.provider.matchIdentity(subject, trackId, token),
  );

export interface CheckableAccount {
  /** Null: not stored yet. */
  id: string | null;
  cardNumber: string;
  shebaCode: string;
}

/** Queries whether card or Sheba belong to the user or the company. */
export function checkCard(
  context: VerificationContext,
  subject: IdentitySubject,
  companyName: string,
  account: CheckableAccount,
) {
  return runProviderCheck(context, 'CARD', account.id, async (trackId) => {
    const ownership = await context.provider.findCardOwner(subject, account.cardNumber, trackId);
    const finding = evaluateOwnership(ownership, subject, companyName);
    const isOtherSheba = ownership.found && ownership.sheba !== null && ownership.sheba !== account.shebaCode;
    return isOtherSheba ? { ...finding, detail: `${finding.detail} · card of another Sheba` } : finding;
  });
}

export function checkSheba(
  context: VerificationContext,
  subject: IdentitySubject,
  companyName: string,
  account: CheckableAccount,
) {
  return runProviderCheck(context, 'IBAN', account.id, async (trackId) =>
    evaluateOwnership(
      await context.provider.findShebaOwner(subject, account.shebaCode, trackId),
      subject,
      companyName,
    ),
  );
}

/** Sends both queries concurrently; `own`: the bank confirms card and Sheba as the user's. */
export async function checkBankAccount(
  context: VerificationContext,
  subject: IdentitySubject,
  companyName: string,
  account: CheckableAccount,
): Promise<{ checks: Check[]; own: boolean }> {
  const results = await Promise.all([
    checkCard(context, subject, companyName, account),
    checkSheba(context, subject, companyName, account),
  ]);
  const checks = results.map(({ check }) => check);
  return { checks, own: checks.every(({ outcome }) => outcome === 'MATCH') };
}

function evaluateOwnership(
  ownership: Ownership,
  subject: IdentitySubject,
  companyName: string,
): ProviderFinding {
  if (!ownership.found) return { outcome: 'NO_RECORD', detail: ownership.why, errorCode: null };
  const detail = [...ownership.owners, ...(ownership.active ? [] : ['account is not active'])].join(' · ');
  const isOwned = ownership.active && isOwner(ownership.owners, { ...subject, companyName });
  return { outcome: isOwned ? 'MATCH' : 'MISMATCH', detail, errorCode: null };
}

async function runProviderCheck(
  context: VerificationContext,
  kind: ProviderCheck['check'],
  bankAccountId: string | null,
  query: (trackId: string) => Promise<ProviderFinding>,
): Promise<ProviderResult> {
  const id = newId();
  try {
    const { outcome, detail, errorCode } = await query(id);
    return { check: { id, kind, bankAccountId, outcome, detail }, errorCode };
  } catch (error) {
    context.log.warn({ err: error, kind, trackId: id }, 'identity provider unavailable');
    return { check: { id, kind, bankAccountId, outcome: 'UNAVAILABLE', detail: '' }, errorCode: null };
  }
}
