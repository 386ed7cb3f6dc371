import { type Asset, parseAddress } from '@sarraf/domain';
import type { ChainPayment } from './types.ts';

/** Returns whether two addresses are equal; one address may be written in several ways. */
export function sameAddress(asset: Asset, tokenType: string, a: string, b: string): boolean {
  if (a === b) return true;
  const read = (text: string) => parseAddress(asset, tokenType, text)?.address ?? null;
  const known = read(a);
  return known !== null && known === read(b);
}

export const samePayment = (found: ChainPayment, wanted: ChainPayment): boolean =>
  found.amount === wanted.amount &&
  found.asset === wanted.asset &&
  found.tokenType === wanted.tokenType &&
  (found.tag ?? '') === (wanted.tag ?? '') &&
  sameAddress(wanted.asset, wanted.tokenType, found.to, wanted.to);

/** Returns the payments in the bytes in addition to `wanted`; null: one of these is missing. */
export function paidBeside(
  found: readonly ChainPayment[],
  wanted: readonly ChainPayment[],
): ChainPayment[] | null {
  const left = [...found];
  for (const payment of wanted) {
    const at = left.findIndex((one) => samePayment(one, payment));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}
