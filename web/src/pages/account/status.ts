import type { AuthenticationType } from '@sarraf/domain/contracts';

/** `done`: everything is open; `review`: staff is working on it; `todo`: the person has to act. */
export type VerificationTone = 'done' | 'review' | 'todo';

const TONES: Readonly<Record<AuthenticationType, VerificationTone>> = {
  AUTHORIZED: 'done',
  PENDING: 'review',
  INFORMATION_CHANGED_PENDING: 'review',
  NOT_COMPLETE: 'todo',
  UNIDENTIFIED: 'todo',
  UNAUTHORIZED: 'todo',
  INFORMATION_CHANGED: 'todo',
};
export const getTone = (type: AuthenticationType): VerificationTone => TONES[type];

const CURRENT_STEPS: Readonly<Partial<Record<AuthenticationType, number>>> = {
  NOT_COMPLETE: 0,
  UNAUTHORIZED: 0,
  UNIDENTIFIED: 1,
  PENDING: 2,
};

export type VerificationStep = { key: 'form' | 'code' | 'review'; at: 'done' | 'now' | 'later' };

/** Returns the steps of a first verification with the current one; empty once it is completed. */
export function listSteps(type: AuthenticationType, inIran: boolean): VerificationStep[] {
  const currentIndex = CURRENT_STEPS[type];
  if (currentIndex === undefined) return [];
  const steps: VerificationStep[] = (['form', 'code', 'review'] as const).map((key, i) => ({
    key,
    at: i < currentIndex ? 'done' : i === currentIndex ? 'now' : 'later',
  }));
  return inIran || currentIndex === 1 ? steps : steps.filter(({ key }) => key !== 'code');
}

/** Whether the person may still change the whole form. */
export const canEdit = (type: AuthenticationType): boolean =>
  type === 'NOT_COMPLETE' || type === 'UNIDENTIFIED' || type === 'UNAUTHORIZED';
/** Whether bank accounts, e-mail and mobile may be changed while the rest is read-only. */
export const canChangeContact = (type: AuthenticationType): boolean =>
  type === 'AUTHORIZED' || type === 'INFORMATION_CHANGED';
/** Whether a change of e-mail or mobile requires the old value: once the person is verified, or about to be. */
export const requiresOldContact = (type: AuthenticationType): boolean => !canEdit(type);
