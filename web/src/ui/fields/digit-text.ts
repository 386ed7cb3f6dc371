import { onlyDigits } from '@sarraf/domain';

export interface DigitShape {
  /** More digits are not taken. */
  max: number;
  /** Digits between two dashes: a card's are in fours. */
  group?: number;
}

/** 6037991234 → 6037-9912-34. */
export const groupDigits = (digits: string, group = 0): string =>
  group > 0 ? digits.replace(new RegExp(`(\\d{${group}})(?=\\d)`, 'g'), '$1-') : digits;

/** What a field of digits becomes after a key: its digits, how they are shown, and where the caret stands then. */
export function typedDigits(text: string, caret: number, { max, group = 0 }: DigitShape) {
  const digits = onlyDigits(text).slice(0, max);
  const before = Math.min(onlyDigits(text.slice(0, caret)).length, digits.length);
  const dashes = group > 0 && before > 0 ? Math.floor((before - 1) / group) : 0;
  return { digits, shown: groupDigits(digits, group), caret: before + dashes };
}
