import { parseMarket } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';

/** An executed trade as people read it. */
export interface Trade {
  side: 'buy' | 'sell';
  mode: 'EXCHANGE' | 'LIMITED' | 'MARKET' | 'RECURRING';
  coin: string;
  quote: string;
}

/** EXCHANGE_BUY of BITCOIN_TOMAN → bought BITCOIN for TOMAN in a quick trade. */
export function tradeOf(order: Order): Trade {
  const [mode, side] = order.orderType.split('_') as ['EXCHANGE' | 'LIMITED' | 'MARKET', 'BUY' | 'SELL'];
  const bought = side === 'BUY';
  // A market this page doesn't know (a coin of tomorrow) is still told by what was given and received.
  const market = parseMarket(order.marketType) ?? {
    coin: bought ? order.destinationCoin : order.sourceCoin,
    quote: bought ? order.sourceCoin : order.destinationCoin,
  };
  return { side: bought ? 'buy' : 'sell', mode: order.recurring === null ? mode : 'RECURRING', ...market };
}
