import { onlyDigits } from '@sarraf/domain';

/**
 * A user's identifier of bank transfers (شناسه واریز): a number of ten digits and two check digits, such that the
 * whole is 1 modulo 97 (ISO 7064, MOD 97-10, like a Sheba): one wrong digit or two swapped ones never yield another
 * user's.
 */
const NUMBER = 10;
const LENGTH = NUMBER + 2;

const rest97 = (digits: string): number => {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + digit.charCodeAt(0) - 48) % 97;
  return rest;
};

export function makeIdentifier(number: bigint): string {
  const digits = number.toString().padStart(NUMBER, '0');
  if (digits.length > NUMBER) throw new Error('no identifiers left');
  return digits + (98 - rest97(`${digits}00`)).toString().padStart(2, '0');
}

/** Returns the twelve digits from the text of a bank statement; null if it is no identifier. */
export function readIdentifier(text: string): string | null {
  const digits = onlyDigits(text);
  return digits.length === LENGTH && rest97(digits) === 1 ? digits : null;
}
