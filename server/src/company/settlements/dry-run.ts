import {
  AppError,
  formatAmount,
  formatDecimal,
  isCoin,
  parseAmount,
  priceDecimals,
  scaleOf,
} from '@sarraf/domain';
import type { DryRun, simulateSettlement as endpoint, QueryOf } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { CompanyContext } from '../deps.ts';
import { getOrCreateOwnCompany } from '../own-company.ts';
import { readPurchaseBounds } from './settle-receipts.ts';

/**
 * Returns the result of a settlement of this amount now. COMPANY_ONLY, You Dont Have This Coin Wallet,
 * UNACCEPTABLE_AMOUNT, WITHDRAWAL_NOT_AVAILABLE, MARKET_IS_NOT_ACTIVE.
 */
export async function simulateSettlement(
  context: CompanyContext,
  caller: Caller,
  { coinEntity: coin, cryptoNetwork: tokenType, amount: text }: QueryOf<typeof endpoint>,
): Promise<DryRun> {
  await getOrCreateOwnCompany(context, caller);
  if (!isCoin(coin)) throw new AppError('You Dont Have This Coin Wallet');
  const amount = parseAmount(text, 'TOMAN');
  const {
    fee: networkFee,
    least,
    most,
    cap,
  } = await readPurchaseBounds(context, caller, { coin, tokenType });
  const budget = amount < cap ? amount : cap;
  const quote = context.trading.quoteForCompany(caller.level, { coin, budget, least, most });
  const remaining = amount - quote.total;
  const formatToman = (units: bigint) => formatAmount(units, 'TOMAN');
  return {
    amount: formatToman(amount),
    least: formatToman(quote.least),
    unitPrice: formatDecimal(quote.unitPrice, scaleOf('TOMAN'), priceDecimals(coin, 'TOMAN')),
    bought: formatAmount(quote.amount, coin),
    fee: formatToman(quote.fee),
    total: formatToman(quote.total),
    rest: formatToman(remaining),
    networkFee: formatAmount(networkFee, coin),
    arrives: formatAmount(quote.amount === 0n ? 0n : quote.amount - networkFee, coin),
    carried: quote.amount === 0n,
    more: quote.amount > 0n && remaining >= quote.least,
  };
}
