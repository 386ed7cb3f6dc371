import type { BankAccount, ProviderCheck } from '@sarraf/domain/contracts';

export type CheckKind = ProviderCheck['check'];

/** A check by a provider, with its latest and earlier results. */
export interface ProviderQuestion {
  check: CheckKind;
  /** For CARD and IBAN: the bank account that it is about. */
  bankAccountId: string | null;
  latest: ProviderCheck | null;
  earlier: readonly ProviderCheck[];
}

const MAX_EARLIER = 3;

export function findQuestion(
  checks: readonly ProviderCheck[],
  check: CheckKind,
  bankAccountId: string | null = null,
): ProviderQuestion {
  const ownResults = checks
    .filter((one) => one.check === check && one.bankAccountId === bankAccountId)
    .sort((a, b) => b.checkedAtDateTime.localeCompare(a.checkedAtDateTime));
  const [latest = null, ...earlier] = ownResults;
  return { check, bankAccountId, latest, earlier: earlier.slice(0, MAX_EARLIER) };
}

/** Returns the checks available for a person: two about the person, and two for each bank account with the number. */
export function listQuestions(
  checks: readonly ProviderCheck[],
  bankAccounts: readonly BankAccount[],
): { person: ProviderQuestion[]; banks: { account: BankAccount; questions: ProviderQuestion[] }[] } {
  return {
    person: [findQuestion(checks, 'SHAHKAR'), findQuestion(checks, 'IDENTITY')],
    banks: bankAccounts.map((account) => ({
      account,
      questions: [
        ...(account.cardNumber ? [findQuestion(checks, 'CARD', account.id)] : []),
        findQuestion(checks, 'IBAN', account.id),
      ],
    })),
  };
}

/** Returns the checks that a reviewer should consider before approving. */
export const findDoubtful = (questions: readonly ProviderQuestion[]): ProviderQuestion[] =>
  questions.filter(({ latest }) => latest?.outcome !== 'MATCH');
