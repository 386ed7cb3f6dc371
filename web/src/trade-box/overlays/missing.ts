import { pow10, scaleOf } from '@sarraf/domain';
import { paidLine, type QuickTradePlan, type QuoteLine } from '../form.ts';

/** Toman that the bank takes are rounded up to this. */
const STEP = 1_000n * pow10(scaleOf('TOMAN'));
/** What is kept in hand, as a part of the total, where the price decides the total until the money has come. */
const PRICE_MARGIN = 100n;

/** What has to come in before the deal can be paid, smallest units of what is given; Toman in whole thousands, rounded up. */
export function missingAmountOf(
  { side, market, amount, money }: QuickTradePlan,
  line: QuoteLine,
  balance: bigint,
): bigint {
  if (paidLine(side) === 'amount') return amount > balance ? amount - balance : 0n;
  const margin = line === 'amount' ? money.total / PRICE_MARGIN : 0n;
  const missing = money.total + margin - balance;
  if (missing <= 0n) return 0n;
  return market.quote === 'TOMAN' ? ((missing + STEP - 1n) / STEP) * STEP : missing;
}
