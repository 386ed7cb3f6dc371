import { extractDigits, normalizeEmail, normalizeMobile } from '@sarraf/domain';
import type { Queryable } from '../platform/database/database.ts';
import { findUserByEmail, findUserByMobile, type User } from './store.ts';

/** How a visitor identifies a user; `username` is one of the other two. */
export interface LoginIdentifier {
  email?: string | undefined;
  mobileNumber?: string | undefined;
  username?: string | undefined;
}

/** Returns an e-mail address in lower case, or a mobile number with its prefix, by default Iran's. Null: neither. */
export function parseLoginAddress({ email, mobileNumber, username }: LoginIdentifier): string | null {
  const enteredText = [email, mobileNumber, username].find((text) => text !== undefined && text !== '');
  if (enteredText === undefined) return null;
  if (enteredText.includes('@')) return normalizeEmail(enteredText);
  const mobile = normalizeMobile(enteredText, '+98');
  return mobile === 'PREFIX' ? `+${extractDigits(enteredText).replace(/^00/, '')}` : mobile;
}

/** Finds a user by the result of `readAddress`. */
export const findPersonByAddress = (db: Queryable, address: string): Promise<User | null> =>
  address.includes('@') ? findUserByEmail(db, address) : findUserByMobile(db, address);
