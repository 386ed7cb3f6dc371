/** What stands beside an address: tags and memos, and the links that carry both. */
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

/** Address and tag of what a QR code says: a payment link of a wallet (BIP21, EIP-681 and kin), or the address alone. */
export function readPaymentUri(text: string): { address: string; tag: string | null } {
  const typed = text.trim();
  const link = /^([a-z][a-z0-9+.-]*):(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i.exec(typed);
  if (!link) return { address: typed, tag: null };
  const [, scheme = '', path = '', query = ''] = link;
  const fields = queryFields(query);
  const tag = TAG_FIELDS.map((name) => fields.get(name)).find((value) => value) ?? null;
  return { address: linkAddress(scheme.toLowerCase(), path, fields), tag };
}

const TAG_FIELDS = ['dt', 'tag', 'memo'];

const queryFields = (query: string): Map<string, string> =>
  new Map(
    query.split('&').map((field) => {
      const [name = '', value = ''] = field.split('=');
      return [name, decoded(value)];
    }),
  );

function linkAddress(scheme: string, path: string, fields: ReadonlyMap<string, string>): string {
  // SEP-7: web+stellar:pay?destination=G…
  if (scheme === 'web+stellar') return fields.get('destination') ?? '';
  // EIP-681: the path of a token transfer is the token's contract; who gets it is a field.
  if (path.includes('/transfer')) return fields.get('address') ?? '';
  return path.replace(/^pay-/, '').replace(/[@/].*$/, '');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
