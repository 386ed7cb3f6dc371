import type { Recipient } from './ports.ts';
import type { User } from './store.ts';

/** Where a person is told something: not at a number that was only claimed. */
export const recipientOf = (user: User): Recipient => ({
  userId: user.id,
  email: user.email,
  mobile: user.mobileVerifiedAt === null ? null : user.mobile,
  language: user.language,
});
