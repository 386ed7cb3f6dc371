import { onlyDigits } from '@sarraf/domain';

/**
 * A person's identifier of bank transfers (شناسه واریز): ten digits of a number and two check digits, such that the whole
 * is 1 modulo 97 (ISO 7064, MOD 97-10, as a Sheba's): one wrong digit or two swapped ones never make another's.
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

/** The twelve digits of what a bank's statement says; null when it is no identifier. */
export function readIdentifier(text: string): string | null {
  const digits = onlyDigits(text);
  return digits.length === LENGTH && rest97(digits) === 1 ? digits : null;
}
