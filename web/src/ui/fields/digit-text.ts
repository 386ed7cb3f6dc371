import { extractDigits } from '@sarraf/domain';

export interface DigitShape {
  /** Further digits are dropped. */
  max: number;
  /** Digits between two dashes: four for a card. */
  group?: number;
}

/** 6037991234 → 6037-9912-34. */
export const groupDigits = (digits: string, group = 0): string =>
  group > 0 ? digits.replace(new RegExp(`(\\d{${group}})(?=\\d)`, 'g'), '$1-') : digits;

/** Returns the digits of a field after an edit, their display text and the caret position in it. */
export function parseDigitsEdit(text: string, caret: number, { max, group = 0 }: DigitShape) {
  const digits = extractDigits(text).slice(0, max);
  const digitsBeforeCaret = Math.min(extractDigits(text.slice(0, caret)).length, digits.length);
  const dashes = group > 0 && digitsBeforeCaret > 0 ? Math.floor((digitsBeforeCaret - 1) / group) : 0;
  return { digits, displayText: groupDigits(digits, group), caret: digitsBeforeCaret + dashes };
}
