import type { AuthenticationType } from '@sarraf/domain/contracts';

/** `done`: everything is open; `review`: others work on it; `todo`: the person has something to do. */
export type Tone = 'done' | 'review' | 'todo';

const TONES: Readonly<Record<AuthenticationType, Tone>> = {
  AUTHORIZED: 'done',
  PENDING: 'review',
  INFORMATION_CHANGED_PENDING: 'review',
  NOT_COMPLETE: 'todo',
  UNIDENTIFIED: 'todo',
  UNAUTHORIZED: 'todo',
  INFORMATION_CHANGED: 'todo',
};
export const toneOf = (type: AuthenticationType): Tone => TONES[type];

const PROGRESS: Readonly<Partial<Record<AuthenticationType, number>>> = {
  NOT_COMPLETE: 0,
  UNAUTHORIZED: 0,
  UNIDENTIFIED: 1,
  PENDING: 2,
};

export type Step = { key: 'form' | 'code' | 'review'; at: 'done' | 'now' | 'later' };

/** The way of a first verification, with where the person is on it; empty once it is behind them. */
export function stepsOf(type: AuthenticationType, inIran: boolean): Step[] {
  const at = PROGRESS[type];
  if (at === undefined) return [];
  const steps: Step[] = (['form', 'code', 'review'] as const).map((key, i) => ({
    key,
    at: i < at ? 'done' : i === at ? 'now' : 'later',
  }));
  return inIran || at === 1 ? steps : steps.filter(({ key }) => key !== 'code');
}

/** Whether the whole form is still the person's to change. */
export const canEdit = (type: AuthenticationType): boolean =>
  type === 'NOT_COMPLETE' || type === 'UNIDENTIFIED' || type === 'UNAUTHORIZED';
/** Whether bank accounts, e-mail and mobile are, when the rest is read-only. */
export const canReplace = (type: AuthenticationType): boolean =>
  type === 'AUTHORIZED' || type === 'INFORMATION_CHANGED';
/** Whether a change of e-mail or mobile asks for the old value: once the person is verified, or about to be. */
export const asksOldContact = (type: AuthenticationType): boolean => !canEdit(type);
