import { type Asset, parseAddress } from '@sarraf/domain';
import type { ChainPayment } from './types.ts';

/** Returns whether two addresses are equal; one address may be written in several ways. */
export function isSameAddress(asset: Asset, tokenType: string, a: string, b: string): boolean {
  if (a === b) return true;
  const canonicalAddress = (text: string) => parseAddress(asset, tokenType, text)?.address ?? null;
  const canonical = canonicalAddress(a);
  return canonical !== null && canonical === canonicalAddress(b);
}

export const isSamePayment = (actual: ChainPayment, expected: ChainPayment): boolean =>
  actual.amount === expected.amount &&
  actual.asset === expected.asset &&
  actual.tokenType === expected.tokenType &&
  (actual.tag ?? '') === (expected.tag ?? '') &&
  isSameAddress(expected.asset, expected.tokenType, actual.to, expected.to);

/** Returns the payments in the bytes in addition to `wanted`; null: one of these is missing. */
export function findExtraPayments(
  actual: readonly ChainPayment[],
  expected: readonly ChainPayment[],
): ChainPayment[] | null {
  const remaining = [...actual];
  for (const payment of expected) {
    const at = remaining.findIndex((other) => isSamePayment(other, payment));
    if (at < 0) return null;
    remaining.splice(at, 1);
  }
  return remaining;
}
