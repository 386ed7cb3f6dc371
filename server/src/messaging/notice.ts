import type { RefusalReason } from '@sarraf/domain/contracts';
import type { AccountNotice } from '../identity/index.ts';

/** What people are told about their account. `heldUntil`: nothing leaves before this time (ISO 8601). */
export type Notice =
  | AccountNotice
  | { kind: 'VERIFICATION_APPROVED' }
  | { kind: 'VERIFICATION_REFUSED'; reasons: RefusalReason[]; note: string }
  | { kind: 'CHANGE_APPROVED' }
  | { kind: 'CHANGE_REFUSED'; reasons: RefusalReason[]; note: string }
  | { kind: 'BLOCKED' }
  | { kind: 'UNBLOCKED' }
  | { kind: 'RECOVERY_STARTED'; recovery: 'LOST_SECOND_FACTOR' | 'LOST_MAILBOX' }
  | { kind: 'RECOVERED'; heldUntil: string };
