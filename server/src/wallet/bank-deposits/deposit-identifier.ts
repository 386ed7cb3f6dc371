import { extractDigits } from '@sarraf/domain';

/**
 * A user's identifier of bank transfers (شناسه واریز): a number of ten digits and two check digits, such that the
 * whole is 1 modulo 97 (ISO 7064, MOD 97-10, like a Sheba): one wrong digit or two swapped ones never yield another
 * user's.
 */
const NUMBER_DIGITS = 10;
const IDENTIFIER_LENGTH = NUMBER_DIGITS + 2;

const mod97 = (digits: string): number => {
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + digit.charCodeAt(0) - 48) % 97;
  return remainder;
};

export function createIdentifier(number: bigint): string {
  const digits = number.toString().padStart(NUMBER_DIGITS, '0');
  if (digits.length > NUMBER_DIGITS) throw new Error('no identifiers left');
  return digits + (98 - mod97(`${digits}00`)).toString().padStart(2, '0');
}

/** Returns the twelve digits from the text of a bank statement; null if it is no identifier. */
export function parseIdentifier(text: string): string | null {
  const digits = extractDigits(text);
  return digits.length === IDENTIFIER_LENGTH && mod97(digits) === 1 ? digits : null;
}
