/** Invisible characters in text pasted from chats, PDFs and right-to-left pages. */

/** Soft hyphen, zero-width characters, marks and overrides of direction, byte order mark, controls. */
const INVISIBLE =
  '\\p{Cc}\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

const INVISIBLE_AT_ENDS = new RegExp(`^[\\s${INVISIBLE}]+|[\\s${INVISIBLE}]+$`, 'gu');
const INVISIBLE_WITHIN = new RegExp(`[${INVISIBLE}]`, 'u');

/**
 * Trims blanks and invisible characters from a pasted value (address, tag, e-mail, number, code). Those inside are
 * left for its parser to refuse: a value that isn't what it looks like must not be guessed.
 */
export const cleanPastedValue = (text: string): string => text.replace(INVISIBLE_AT_ENDS, '');

/** Whether invisible characters remain inside a value. */
export const hasInvisible = (text: string): boolean =>
  INVISIBLE_WITHIN.test(cleanPastedValue(text).replace(/[\t\r\n]/g, ' '));

/** `INVISIBLE` without the joiners, which Persian words and emoji need, and unassigned characters. */
const DISALLOWED_IN_TEXT =
  /[\p{Cc}\p{Cs}\p{Co}\p{NChar}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** A joiner next to a blank or end, and repeated joiners. */
const LOOSE_JOINERS = /(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=[\s\u200c\u200d]|$)/gu;

/**
 * Normalises text to one line: composed, blanks collapsed. Half-spaces and the joiners of emoji stay; direction
 * marks and all other invisible characters are removed.
 */
export const normalizeLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(DISALLOWED_IN_TEXT, '')
    .replace(LOOSE_JOINERS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
