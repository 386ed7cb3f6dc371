import type { TradingState } from '../src/market-data/index.ts';

/** Markets that are never closed or paused, with two levels. */
export const OPEN_TRADING: TradingState = {
  opensAt: () => null,
  pauseOf: () => null,
  levels: () => [
    { level: 'BRONZE', feeRates: { TOMAN: 4_000n, TETHER: 2_000n } },
    { level: 'SILVER', feeRates: { TOMAN: 3_500n, TETHER: 1_500n } },
  ],
};
