/** What stands beside an address: tags and memos. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toLatinDigits } from './digits.ts';

/** A tag or memo in the form we keep; null: none that this network can carry. Networks without tags carry none. */
export function readTag(tokenType: string, text: string): string | null {
  const typed = text.trim();
  if (typed === '' || CONTROL.test(typed)) return null;
  switch (tokenType) {
    case 'RIPPLE': {
      const digits = toLatinDigits(typed);
      if (!/^\d{1,10}$/.test(digits)) return null;
      const tag = BigInt(digits);
      return tag <= 0xffff_ffffn ? String(tag) : null;
    }
    case 'STELLAR':
      // A memo of text; one of digits alone is sent as an id where it fits 64 bits, and is read as either.
      return utf8ToBytes(typed).length <= 28 ? typed : null;
    case 'EOS':
      return /^[\x20-\x7e]{1,64}$/.test(typed) ? typed : null;
    default:
      return null;
  }
}

const CONTROL = /\p{C}/u;

/** What people know an address again by: bc1qhk...ggv4. ASCII, so that it fits an SMS. */
export const shortAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 6)}...${address.slice(-4)}`;
