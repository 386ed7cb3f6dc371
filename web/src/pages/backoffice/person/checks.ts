import type { BankAccount, ProviderCheck } from '@sarraf/domain/contracts';

export type CheckKind = ProviderCheck['check'];

/** One question to a provider, with its newest answer and the ones before. */
export interface ProviderQuestion {
  check: CheckKind;
  /** Of CARD and IBAN: whose account it is about. */
  bankAccountId: string | null;
  latest: ProviderCheck | null;
  earlier: readonly ProviderCheck[];
}

const EARLIER_SHOWN = 3;

export function findQuestion(
  checks: readonly ProviderCheck[],
  check: CheckKind,
  bankAccountId: string | null = null,
): ProviderQuestion {
  const own = checks
    .filter((one) => one.check === check && one.bankAccountId === bankAccountId)
    .sort((a, b) => b.checkedAtDateTime.localeCompare(a.checkedAtDateTime));
  const [latest = null, ...earlier] = own;
  return { check, bankAccountId, latest, earlier: earlier.slice(0, EARLIER_SHOWN) };
}

/** What staff may ask about a person: the person's own two, and two for each bank account that has the number. */
export function questionsOf(
  checks: readonly ProviderCheck[],
  bankAccounts: readonly BankAccount[],
): { person: ProviderQuestion[]; banks: { account: BankAccount; questions: ProviderQuestion[] }[] } {
  return {
    person: [findQuestion(checks, 'SHAHKAR'), findQuestion(checks, 'IDENTITY')],
    banks: bankAccounts.map((account) => ({
      account,
      questions: [
        ...(account.cardNumber ? [findQuestion(checks, 'CARD', account.id)] : []),
        ...(account.shebaCode ? [findQuestion(checks, 'IBAN', account.id)] : []),
      ],
    })),
  };
}

/** Those that a reviewer should think about before approving. */
export const doubtful = (questions: readonly ProviderQuestion[]): ProviderQuestion[] =>
  questions.filter(({ latest }) => latest?.outcome !== 'MATCH');
