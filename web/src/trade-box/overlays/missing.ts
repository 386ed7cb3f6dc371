import { pow10, scaleOf } from '@sarraf/domain';
import { paidLine, type QuickTradePlan, type QuoteLine } from '../form.ts';

/** Bank deposits of Toman are rounded up to this. */
const TOMAN_STEP = 1_000n * pow10(scaleOf('TOMAN'));
/**
 * Divisor of the margin, as part of the total, that is added if the price may change the total before the deposit
 * arrives.
 */
const PRICE_MARGIN = 100n;

/**
 * Returns the deposit needed to pay for the trade, in smallest units of the paid asset; Toman in whole thousands,
 * rounded up.
 */
export function computeMissingAmount(
  { side, market, amount, money }: QuickTradePlan,
  line: QuoteLine,
  balance: bigint,
): bigint {
  if (paidLine(side) === 'amount') return amount > balance ? amount - balance : 0n;
  const margin = line === 'amount' ? money.total / PRICE_MARGIN : 0n;
  const missing = money.total + margin - balance;
  if (missing <= 0n) return 0n;
  return market.quote === 'TOMAN' ? ((missing + TOMAN_STEP - 1n) / TOMAN_STEP) * TOMAN_STEP : missing;
}
