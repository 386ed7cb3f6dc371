import { AppError } from '@sarraf/domain';
import type { ProviderCheck } from '@sarraf/domain/contracts';
import { readBankAccounts } from '../bank-accounts.ts';
import { findCountry, isIran } from '../countries.ts';
import type { VerificationContext } from '../deps.ts';
import { readProfile } from '../profile-store.ts';
import { insertCheck } from './check-store.ts';
import {
  checkCard,
  checkIdentity,
  checkMobile,
  checkSheba,
  type ProviderResult,
  subjectOf,
} from './check-with-provider.ts';

/**
 * Queries the provider again; stores and returns its reply. It changes nothing else: staff decides.
 *
 * NOT_FOUND: no such user, or not their bank account; CONFLICT: nothing to check, since the user lives outside Iran
 * or has entered nothing yet.
 */
export async function runCheck(
  context: VerificationContext,
  userId: string,
  check: ProviderCheck['check'],
  bankAccountId: string | undefined,
): Promise<ProviderCheck> {
  const { check: result } = await queryProvider(context, userId, check, bankAccountId);
  return insertCheck(context, context.db, userId, result);
}

async function queryProvider(
  context: VerificationContext,
  userId: string,
  check: ProviderCheck['check'],
  bankAccountId: string | undefined,
): Promise<ProviderResult> {
  const user = await context.people.find(userId);
  if (user === null) throw new AppError('NOT_FOUND');
  const profile = (await readProfile(context.db, context.secrets, userId))?.data ?? null;
  const country = findCountry(user.countryName ?? '');
  if (profile === null || country === null || !isIran(country)) throw new AppError('CONFLICT');
  const subject = subjectOf(user, profile);
  if (check === 'SHAHKAR' || check === 'IDENTITY') {
    if (user.mobile === null) throw new AppError('CONFLICT');
    return check === 'SHAHKAR' ? checkMobile(context, subject) : checkIdentity(context, subject, null);
  }
  const accounts = await readBankAccounts(context.db, context.secrets, userId);
  if (accounts.length === 0) throw new AppError('CONFLICT');
  const account = bankAccountId === undefined ? accounts[0] : accounts.find(({ id }) => id === bankAccountId);
  if (!account) throw new AppError('NOT_FOUND');
  if (check === 'CARD') return checkCard(context, subject, profile.companyName, account);
  return checkSheba(context, subject, profile.companyName, account);
}
