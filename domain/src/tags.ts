/** Tags and memos of addresses. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toLatinDigits } from './digits.ts';
import { cleanPastedValue } from './pasted-text.ts';

/** Parses a tag or memo to normal form; null: not valid on this network. Networks without tags have none. */
export function parseTag(tokenType: string, text: string): string | null {
  const typed = cleanPastedValue(text);
  if (typed === '' || CONTROL_CHARACTERS.test(typed)) return null;
  switch (tokenType) {
    case 'RIPPLE': {
      const digits = toLatinDigits(typed);
      if (!/^\d{1,10}$/.test(digits)) return null;
      const tag = BigInt(digits);
      return tag <= 0xffff_ffffn ? String(tag) : null;
    }
    case 'STELLAR': {
      const memo = parseStellarMemo(normalizeNumericMemo(typed));
      if (memo.type === 'ID') return memo.value;
      return utf8ToBytes(memo.value).length <= 28 ? tagFromTextMemo(memo.value) : null;
    }
    case 'EOS': {
      const memo = normalizeNumericMemo(typed);
      return /^[\x20-\x7e]{1,64}$/.test(memo) ? memo : null;
    }
    default:
      return null;
  }
}

/** Converts a numeric memo to 0–9, keeping leading zeros. Digits in a text are unchanged. */
const normalizeNumericMemo = (memo: string): string => (/^\p{Nd}+$/u.test(memo) ? toLatinDigits(memo) : memo);

/** A memo of Stellar, whose type also matters to the recipient's exchange. */
export interface StellarMemo {
  type: 'ID' | 'TEXT';
  value: string;
}

/**
 * Returns the memo that a tag of Stellar is signed as. Digits of a 64-bit number are an id, as most exchanges
 * require; other text, such as `007`, is a text memo. `text:12345` is the text 12345.
 */
export function parseStellarMemo(tag: string): StellarMemo {
  if (isMemoId(tag)) return { type: 'ID', value: tag };
  return { type: 'TEXT', value: /^text:(?:text:)*\p{Nd}+$/u.test(tag) ? tag.slice('text:'.length) : tag };
}

/** Returns the tag that is signed as exactly this text memo. */
export function tagFromTextMemo(text: string): string {
  const isPlainText = /^\d+$/.test(text) && !isMemoId(text);
  return !isPlainText && /^(?:text:)*\p{Nd}+$/u.test(text) ? `text:${text}` : text;
}

const isMemoId = (text: string): boolean =>
  /^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= 0xffff_ffff_ffff_ffffn;

const CONTROL_CHARACTERS = /\p{C}/u;

/** Shortens an address to a recognisable form: bc1qhk...ggv4. ASCII, so that it fits an SMS. */
export const shortenAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 6)}...${address.slice(-4)}`;
