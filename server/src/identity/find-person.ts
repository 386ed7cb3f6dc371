import { normalizeEmail, normalizeMobile, onlyDigits } from '@sarraf/domain';
import type { Queryable } from '../platform/database/database.ts';
import { findUserByEmail, findUserByMobile, type User } from './store.ts';

/** How a visitor identifies a user; `username` is one of the other two. */
export interface LoginIdentifier {
  email?: string | undefined;
  mobileNumber?: string | undefined;
  username?: string | undefined;
}

/** Returns an e-mail address in lower case, or a mobile number with its prefix, by default Iran's. Null: neither. */
export function readAddress({ email, mobileNumber, username }: LoginIdentifier): string | null {
  const typed = [email, mobileNumber, username].find((text) => text !== undefined && text !== '');
  if (typed === undefined) return null;
  if (typed.includes('@')) return normalizeEmail(typed);
  const mobile = normalizeMobile(typed, '+98');
  return mobile === 'PREFIX' ? `+${onlyDigits(typed).replace(/^00/, '')}` : mobile;
}

/** Finds a user by the result of `readAddress`. */
export const findPersonByAddress = (db: Queryable, address: string): Promise<User | null> =>
  address.includes('@') ? findUserByEmail(db, address) : findUserByMobile(db, address);
