import type { Account, Movement, WalletEntry } from '@sarraf/domain/contracts';

export const FIRST_STEPS = ['verify', 'deposit', 'trade', 'factor'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstStepsData {
  account: Pick<Account, 'twoStepAuthenticationType'>;
  wallets: Readonly<Record<string, Pick<WalletEntry, 'totalBalance'>>> | undefined;
  /** The latest movements. */
  movements: readonly Pick<Movement, 'kind'>[] | undefined;
  /** Whether there is a closed order. */
  ordered: boolean | undefined;
}

/** Returns which of the first steps a verified person has done; undefined while unknown. */
export function findDoneSteps({
  account,
  wallets,
  movements,
  ordered,
}: FirstStepsData): Record<FirstStep, boolean> | undefined {
  const factor = account.twoStepAuthenticationType !== 'EMAIL';
  if (!wallets || !movements || ordered === undefined) return undefined;
  const hasBalance = Object.values(wallets).some(({ totalBalance }) => /[1-9]/.test(totalBalance));
  return {
    verify: true,
    deposit: hasBalance || movements.length > 0,
    trade: ordered || movements.some(({ kind }) => kind === 'TRADE'),
    factor,
  };
}

export const areAllDone = (done: Record<FirstStep, boolean>): boolean =>
  FIRST_STEPS.every((step) => done[step]);
