import type { AddressBookEntry } from '@sarraf/domain/contracts';
import { resolveTypedDestination, type TypedDestination } from './destination.ts';

/** Returns the saved addresses of a coin on a network. */
export const filterSavedAddresses = (
  book: readonly AddressBookEntry[],
  coin: string,
  tokenType: string | null,
): AddressBookEntry[] => book.filter((entry) => entry.relatedCoin === coin && entry.tokenType === tokenType);

/** Returns the entry of an address (with its tag), however it was typed. */
export function findSavedAddress(
  book: readonly AddressBookEntry[],
  typed: TypedDestination,
): AddressBookEntry | null {
  const destination = resolveTypedDestination(typed);
  if (destination.error !== null) return null;
  return (
    filterSavedAddresses(book, typed.asset, typed.tokenType).find(
      (entry) => entry.address === destination.address && entry.tag === destination.tag,
    ) ?? null
  );
}

/** Checks the whitelist: when it is on, withdrawals go to saved addresses only, to a new one after a day. */
export function checkWhitelist(
  entry: AddressBookEntry | null,
  now = Date.now(),
): { code: 'NOT_SAVED' } | { code: 'NOT_YET'; until: string } | null {
  if (!entry) return { code: 'NOT_SAVED' };
  return Date.parse(entry.usableFromDateTime) > now
    ? { code: 'NOT_YET', until: entry.usableFromDateTime }
    : null;
}

export interface AddressDraft extends TypedDestination {
  label: string;
}

export type AddressDraftError = 'NO_LABEL' | 'NO_NETWORK' | 'NO_ADDRESS' | 'INVALID_ADDRESS' | 'INVALID_TAG';

/** Returns why an address can't be saved yet. The tag is optional: the person knows whether there is one. */
export function validateAddressDraft(draft: AddressDraft): AddressDraftError | null {
  if (draft.tokenType === null) return 'NO_NETWORK';
  if (draft.address.trim() === '') return 'NO_ADDRESS';
  const { error } = resolveTypedDestination(draft);
  if (error !== null) return error === 'INVALID_ADDRESS' ? 'INVALID_ADDRESS' : 'INVALID_TAG';
  return draft.label.trim() === '' ? 'NO_LABEL' : null;
}
