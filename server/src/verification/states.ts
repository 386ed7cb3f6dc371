import type { AuthenticationType } from '@sarraf/domain/contracts';

const EDITABLE_STATES: ReadonlySet<AuthenticationType> = new Set([
  'NOT_COMPLETE',
  'UNIDENTIFIED',
  'UNAUTHORIZED',
]);
const APPROVED_STATES: ReadonlySet<AuthenticationType> = new Set(['AUTHORIZED', 'INFORMATION_CHANGED']);

/** Whether the user may change the whole form. */
export const canEdit = (state: AuthenticationType): boolean => EDITABLE_STATES.has(state);
/** Whether the user may change bank accounts and the profile picture, while the rest is read-only. */
export const canReplace = (state: AuthenticationType): boolean => APPROVED_STATES.has(state);
/** Whether staff must decide. */
export const isWaiting = (state: AuthenticationType): boolean =>
  state === 'PENDING' || state === 'INFORMATION_CHANGED_PENDING';
