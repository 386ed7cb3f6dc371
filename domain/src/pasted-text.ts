/** Characters that nobody sees, in what people paste from chats, PDFs and right-to-left pages. */

/** Soft hyphen, zero-width characters, marks and overrides of direction, byte order mark, controls. */
const INVISIBLE =
  '\\p{Cc}\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

const AT_THE_ENDS = new RegExp(`^[\\s${INVISIBLE}]+|[\\s${INVISIBLE}]+$`, 'gu');
const WITHIN = new RegExp(`[${INVISIBLE}]`, 'u');

/**
 * A pasted value (address, tag, e-mail, number, code) without blanks and invisible characters at its ends. Those inside it stay and
 * are refused by whoever reads it: a value that isn't what it looks like must not be guessed at.
 */
export const cleanPasted = (text: string): string => text.replace(AT_THE_ENDS, '');

/** True where characters that nobody sees are left inside a value. */
export const hasInvisible = (text: string): boolean =>
  WITHIN.test(cleanPasted(text).replace(/[\t\r\n]/g, ' '));

/** Everything of `INVISIBLE` but the joiners, which Persian words and emoji need, and characters that no font has. */
const NOT_IN_TEXT =
  /[\p{Cc}\p{Cs}\p{Co}\p{NChar}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** A joiner that joins nothing, and all but one of several. */
const LOOSE_JOINERS = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=[\s\u200c\u200d]|$)/gu;

/**
 * Ordinary text as one line: composed, blanks collapsed. Half-spaces and the joiners of emoji stay; marks that turn the direction of
 * what follows, and all else that nobody sees, go in silence.
 */
export const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(NOT_IN_TEXT, '')
    .replace(LOOSE_JOINERS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
