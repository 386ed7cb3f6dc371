import type { Account, Movement, WalletEntry } from '@sarraf/domain/contracts';

export const FIRST_STEPS = ['verify', 'deposit', 'trade', 'factor'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstStepsData {
  account: Pick<Account, 'twoStepAuthenticationType'> | null;
  wallets: Readonly<Record<string, Pick<WalletEntry, 'totalBalance'>>> | undefined;
  /** The latest movements. */
  movements: readonly Pick<Movement, 'kind'>[] | undefined;
  /** Whether there is a closed order. */
  ordered: boolean | undefined;
}

/** Whether each of the first steps is done; undefined while that is unknown. */
export type StepStates = Record<FirstStep, boolean | undefined>;

/** Returns which of the first steps a verified person has done, as far as the loaded data tell. */
export function findDoneSteps({ account, wallets, movements, ordered }: FirstStepsData): StepStates {
  const hasBalance = wallets && Object.values(wallets).some(({ totalBalance }) => /[1-9]/.test(totalBalance));
  const hasMoved = movements && movements.length > 0;
  const hasTraded = movements?.some(({ kind }) => kind === 'TRADE');
  return {
    verify: true,
    deposit: isEither(hasBalance, hasMoved),
    trade: isEither(ordered, hasTraded),
    factor: account ? account.twoStepAuthenticationType !== 'EMAIL' : undefined,
  };
}

export const isAllKnown = (states: StepStates): boolean =>
  FIRST_STEPS.every((step) => states[step] !== undefined);

/** Whether a step is known to be left. */
export const isAnyLeft = (states: StepStates): boolean => FIRST_STEPS.some((step) => states[step] === false);

/** Undefined if neither is known to be true and one is unknown. */
const isEither = (one: boolean | undefined, other: boolean | undefined): boolean | undefined =>
  one || other || (one === undefined || other === undefined ? undefined : false);
