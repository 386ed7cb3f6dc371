/** What stands beside an address: tags and memos. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toLatinDigits } from './digits.ts';
import { cleanPasted } from './pasted-text.ts';

/** A tag or memo in the form we keep; null: none that this network can carry. Networks without tags carry none. */
export function readTag(tokenType: string, text: string): string | null {
  const typed = cleanPasted(text);
  if (typed === '' || CONTROL.test(typed)) return null;
  switch (tokenType) {
    case 'RIPPLE': {
      const digits = toLatinDigits(typed);
      if (!/^\d{1,10}$/.test(digits)) return null;
      const tag = BigInt(digits);
      return tag <= 0xffff_ffffn ? String(tag) : null;
    }
    case 'STELLAR': {
      const memo = stellarMemo(plainDigits(typed));
      if (memo.type === 'ID') return memo.value;
      return utf8ToBytes(memo.value).length <= 28 ? textMemoTag(memo.value) : null;
    }
    case 'EOS': {
      const memo = plainDigits(typed);
      return /^[\x20-\x7e]{1,64}$/.test(memo) ? memo : null;
    }
    default:
      return null;
  }
}

/** A memo that is a number, in 0–9; its leading zeros are part of it. In a text, digits stay as they are written. */
const plainDigits = (memo: string): string => (/^\p{Nd}+$/u.test(memo) ? toLatinDigits(memo) : memo);

/** A memo of Stellar, which the recipient's exchange tells apart by its type too. */
export interface StellarMemo {
  type: 'ID' | 'TEXT';
  value: string;
}

/**
 * The memo that a tag of Stellar is signed as. Digits that are a number of 64 bits are an id, as most exchanges ask for; other text,
 * `007` among it, is a memo of text. `text:12345` is the text 12345.
 */
export function stellarMemo(tag: string): StellarMemo {
  if (isMemoId(tag)) return { type: 'ID', value: tag };
  return { type: 'TEXT', value: /^text:(?:text:)*\p{Nd}+$/u.test(tag) ? tag.slice('text:'.length) : tag };
}

/** The tag that is signed as exactly this memo of text. */
export function textMemoTag(text: string): string {
  const isPlainText = /^\d+$/.test(text) && !isMemoId(text);
  return !isPlainText && /^(?:text:)*\p{Nd}+$/u.test(text) ? `text:${text}` : text;
}

const isMemoId = (text: string): boolean =>
  /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= 0xffff_ffff_ffff_ffffn;

const CONTROL = /\p{C}/u;

/** What people know an address again by: bc1qhk...ggv4. ASCII, so that it fits an SMS. */
export const shortAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 6)}...${address.slice(-4)}`;
