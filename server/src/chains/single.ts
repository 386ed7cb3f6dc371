import { type Asset, parseAddress, parseTag } from '@sarraf/domain';
import type { ChainPayment } from './types.ts';

/**
 * Returns the only payment, for chains that pay one at a time in their own coin. Throws for several payments,
 * another coin, an amount that isn't positive, or an address or tag that isn't in canonical form.
 */
export function getSinglePayment(coin: Asset, payments: readonly ChainPayment[]): ChainPayment {
  const [payment, ...others] = payments;
  if (!payment || others.length > 0) throw new Error(`${coin}: one payment at a time`);
  if (payment.asset !== coin || payment.tokenType !== coin) throw new Error(`${coin}: another coin`);
  if (payment.amount <= 0n) throw new Error(`${coin}: nothing to pay`);
  assertCanonicalAddress(coin, payment.to);
  if (payment.tag !== null && parseTag(coin, payment.tag) !== payment.tag)
    throw new Error(`${coin}: a tag that it can't carry`);
  return payment;
}

/** Throws unless the address is a canonical one of this coin. */
function assertCanonicalAddress(coin: Asset, address: string): void {
  const parsed = parseAddress(coin, coin, address);
  if (parsed?.address !== address || parsed.tag !== null)
    throw new Error(`${coin}: no address of this chain`);
}

/** Throws unless a whole number is within the bounds, both included. */
export function assertWithinBounds(name: string, value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) throw new Error(`${name}: ${value}`);
}
