import type { ProviderCheck } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import { newId } from '../../platform/ids.ts';
import type { VerificationContext } from '../deps.ts';
import type { IdentitySubject, Ownership, ProviderFault, ProviderFinding } from '../ports.ts';
import type { Profile } from '../profile-store.ts';
import type { Check } from './check-store.ts';
import { isOwner } from './match-names.ts';

/** Result of a query; if it failed, `fault` is null and the outcome UNAVAILABLE. */
export interface ProviderAnswer {
  check: Check;
  fault: ProviderFault | null;
}

export const subjectOf = (user: User, profile: Profile | null): IdentitySubject => ({
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  birthDay: profile?.birthDay ?? '',
  nationalCode: profile?.nationalCode ?? '',
  mobile: user.mobile ?? '',
});

export const askAboutMobile = (
  context: VerificationContext,
  subject: IdentitySubject,
): Promise<ProviderAnswer> =>
  ask(context, 'SHAHKAR', null, (trackId) => context.provider.matchMobile(subject, trackId));

/** Without a token the query is on the exchange's own authority. */
export const askAboutIdentity = (
  context: VerificationContext,
  subject: IdentitySubject,
  token: string | null,
): Promise<ProviderAnswer> =>
  ask(context, 'IDENTITY', null, (trackId) => context.provider.matchIdentity(subject, trackId, token));

export interface AskedAccount {
  /** Null: not stored yet. */
  id: string | null;
  cardNumber: string;
  shebaCode: string;
}

/** Queries whether card or Sheba belong to the user or the company. */
export function askAboutCard(
  context: VerificationContext,
  subject: IdentitySubject,
  companyName: string,
  account: AskedAccount,
) {
  return ask(context, 'CARD', account.id, async (trackId) => {
    const said = await context.provider.ownerOfCard(subject, account.cardNumber, trackId);
    const finding = judgeOwner(said, subject, companyName);
    const other = said.found && said.sheba !== null && said.sheba !== account.shebaCode;
    return other ? { ...finding, detail: `${finding.detail} · card of another Sheba` } : finding;
  });
}

export function askAboutSheba(
  context: VerificationContext,
  subject: IdentitySubject,
  companyName: string,
  account: AskedAccount,
) {
  return ask(context, 'IBAN', account.id, async (trackId) =>
    judgeOwner(
      await context.provider.ownerOfSheba(subject, account.shebaCode, trackId),
      subject,
      companyName,
    ),
  );
}

/** Sends both queries concurrently; `own`: the bank confirms card and Sheba as the user's. */
export async function askAboutAccount(
  context: VerificationContext,
  subject: IdentitySubject,
  companyName: string,
  account: AskedAccount,
): Promise<{ checks: Check[]; own: boolean }> {
  const answers = await Promise.all([
    askAboutCard(context, subject, companyName, account),
    askAboutSheba(context, subject, companyName, account),
  ]);
  const checks = answers.map(({ check }) => check);
  return { checks, own: checks.every(({ outcome }) => outcome === 'MATCH') };
}

function judgeOwner(said: Ownership, subject: IdentitySubject, companyName: string): ProviderFinding {
  if (!said.found) return { outcome: 'NO_RECORD', detail: said.why, fault: null };
  const detail = [...said.owners, ...(said.active ? [] : ['account is not active'])].join(' · ');
  const own = said.active && isOwner(said.owners, { ...subject, companyName });
  return { outcome: own ? 'MATCH' : 'MISMATCH', detail, fault: null };
}

async function ask(
  context: VerificationContext,
  kind: ProviderCheck['check'],
  bankAccountId: string | null,
  question: (trackId: string) => Promise<ProviderFinding>,
): Promise<ProviderAnswer> {
  const id = newId();
  try {
    const { outcome, detail, fault } = await question(id);
    return { check: { id, kind, bankAccountId, outcome, detail }, fault };
  } catch (error) {
    context.log.warn({ err: error, kind, trackId: id }, 'identity provider unavailable');
    return { check: { id, kind, bankAccountId, outcome: 'UNAVAILABLE', detail: '' }, fault: null };
  }
}
