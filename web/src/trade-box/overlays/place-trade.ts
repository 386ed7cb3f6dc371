import { formatAmount, formatDecimal, formatMarketType, priceDecimals, scaleOf } from '@sarraf/domain';
import type { exchangeBuy, exchangeSell, Order } from '@sarraf/domain/contracts';
import { call } from '../../lib/api/api.ts';
import { getLineAsset, paidLine, type QuickTradePlan } from '../form.ts';

/** A confirmed trade with its idempotency key, the same for every attempt. */
export interface TradeIntent {
  deal: QuickTradePlan;
  idempotencyKey: string;
}

export async function placeTrade({ deal, idempotencyKey }: TradeIntent): Promise<Order> {
  const { side, market, amount, unitPrice, money } = deal;
  const { coin, quote } = market;
  const paid = paidLine(side);
  const body = {
    marketType: formatMarketType(coin, quote),
    sourceCoin: getLineAsset(paid, market),
    destinationCoin: getLineAsset(paid === 'amount' ? 'total' : 'amount', market),
    amount: formatAmount(amount, coin),
    unitPrice: formatDecimal(unitPrice, scaleOf(quote), priceDecimals(coin, quote)),
    totalPrice: formatAmount(money.total, quote),
    wage: formatAmount(money.fee, quote),
  };
  const reply =
    side === 'buy'
      ? await call<typeof exchangeBuy>('POST', '/exchange/buy', {
          body: { ...body, orderType: 'EXCHANGE_BUY' },
          idempotencyKey,
        })
      : await call<typeof exchangeSell>('POST', '/exchange/sell', {
          body: { ...body, orderType: 'EXCHANGE_SELL' },
          idempotencyKey,
        });
  return reply.baseDTO;
}
