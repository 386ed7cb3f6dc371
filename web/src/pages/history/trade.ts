import { parseMarket } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';

/** An executed trade in the customer's terms. */
export interface Trade {
  side: 'buy' | 'sell';
  mode: 'EXCHANGE' | 'LIMITED' | 'MARKET' | 'RECURRING';
  coin: string;
  quote: string;
}

/** Converts EXCHANGE_BUY of BITCOIN_TOMAN to: bought BITCOIN for TOMAN in a quick trade. */
export function toTrade(order: Order): Trade {
  const [mode, side] = order.orderType.split('_') as ['EXCHANGE' | 'LIMITED' | 'MARKET', 'BUY' | 'SELL'];
  const bought = side === 'BUY';
  // A market unknown to this version of the page is derived from the paid and received assets.
  const market = parseMarket(order.marketType) ?? {
    coin: bought ? order.destinationCoin : order.sourceCoin,
    quote: bought ? order.sourceCoin : order.destinationCoin,
  };
  return { side: bought ? 'buy' : 'sell', mode: order.recurring === null ? mode : 'RECURRING', ...market };
}
