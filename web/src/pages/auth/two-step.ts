import type { TwoStepMethod } from '@sarraf/domain/contracts';

export type TwoStep = TwoStepMethod;
/** Named here once more because the contract's own list would bring its schemas into the page. */
export const TWO_STEP_METHODS: readonly TwoStep[] = ['EMAIL', 'SMS', 'GOOGLE_AUTHENTICATOR'];

export const methodOf = (text: unknown): TwoStep =>
  TWO_STEP_METHODS.find((known) => known === text) ?? 'EMAIL';
