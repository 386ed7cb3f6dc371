import { foldDigits } from '@sarraf/domain';
import { dictionary } from '@zxcvbn-ts/language-common';

/** 49,233 passwords of the well-known lists of leaks, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Maximum digits and punctuation stripped at either end, which don't make a password stronger. */
const MAX_STRIPPED = 6;
/** Shorter remainders are not looked up. */
const MIN_LEFT = 4;
const LETTER = /\p{L}/u;

/**
 * Whether a password is among the first that an attacker tries, ignoring case: one of the list, the name of the
 * product or of the owner's mailbox, also with digits and punctuation before or after.
 */
export function isCommonPassword(password: string, email = ''): boolean {
  const text = foldDigits(password.normalize('NFKC')).toLowerCase();
  const names = new Set(['sarraf', email.slice(0, email.indexOf('@'))]);
  return listStrippedForms(text).some((form) => COMMON.has(form) || names.has(form));
}

/** Returns the text itself, and without some of the digits and punctuation at its ends. */
function listStrippedForms(text: string): string[] {
  const letters = [...text];
  const before = letters.findIndex((letter) => LETTER.test(letter));
  const after = letters.length - 1 - letters.findLastIndex((letter) => LETTER.test(letter));
  if (before === -1) return [text];
  const forms: string[] = [];
  for (let start = 0; start <= Math.min(before, MAX_STRIPPED); start += 1) {
    for (let end = 0; end <= Math.min(after, MAX_STRIPPED); end += 1) {
      const form = letters.slice(start, letters.length - end).join('');
      if ((start === 0 && end === 0) || form.length >= MIN_LEFT) forms.push(form);
    }
  }
  return forms;
}
