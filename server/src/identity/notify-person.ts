import type { Recipient } from './ports.ts';
import type { User } from './store.ts';

/** Returns the contacts at which a user is notified: not an unverified number. */
export const recipientOf = (user: User): Recipient => ({
  userId: user.id,
  email: user.email,
  mobile: user.mobileVerifiedAt === null ? null : user.mobile,
  language: user.language,
});
