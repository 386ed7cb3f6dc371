import type { Caller } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';

/** An authorized user of the lowest level, just confirmed, for tests that need no session. */
export const createTestCaller = (more: Partial<Caller> = {}): Caller => ({
  userId: newId(),
  sessionId: newId(),
  authenticationType: 'AUTHORIZED',
  supervisor: false,
  level: 'BRONZE',
  inviterId: null,
  invitedBy: more.inviterId ?? null,
  customerKind: 'REAL',
  staffRoles: [],
  authenticator: false,
  byPasskey: false,
  confirmedAt: Date.now(),
  proved: null,
  heldUntil: 0,
  frozen: false,
  settingsLockedUntil: 0,
  endsAt: Number.POSITIVE_INFINITY,
  ...more,
});
