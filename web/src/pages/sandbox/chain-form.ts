import { isAsset, parseDecimal, scaleOf } from '@sarraf/domain';

export interface FaucetDraft {
  coin: string;
  address: string;
  amount: string;
}

/** Returns why the form can't be submitted yet; the server validates the address. */
export function validateFaucetDraft({
  coin,
  address,
  amount,
}: FaucetDraft): 'NO_ADDRESS' | 'NO_AMOUNT' | null {
  if (address.trim() === '') return 'NO_ADDRESS';
  const units = isAsset(coin) ? parseDecimal(amount, scaleOf(coin)) : null;
  return units === null || units === 0n ? 'NO_AMOUNT' : null;
}

/** Parses a number of blocks: from 1 to 100, otherwise 1. */
export function parseBlockCount(text: string): number {
  const count = Number.parseInt(text, 10);
  return Number.isInteger(count) ? Math.min(100, Math.max(1, count)) : 1;
}
