import { formatDecimal, mulDiv, parseDecimal, scaleOf } from '@sarraf/domain';

const TOMAN = scaleOf('TOMAN');

/**
 * Converts Toman to Tether, truncated, at the price of selling Tether, as the server values a portfolio. Null while
 * Tether has no price.
 */
export function tomanToTether(toman: string, tetherPrice: string | null | undefined): string | null {
  const price = parseDecimal(tetherPrice ?? '0', TOMAN) ?? 0n;
  if (price === 0n) return null;
  const scale = scaleOf('TETHER');
  return formatDecimal(mulDiv(parseDecimal(toman, TOMAN) ?? 0n, 10n ** BigInt(scale), price, 'down'), scale);
}
