/** Quick trades made by the product's own code, without HTTP and price sources. */
import { amountOf, type Ppm } from '@sarraf/domain';
import type { Ledger } from '../src/ledger/index.ts';
import { createBus } from '../src/platform/bus/bus.ts';
import type { Clock } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import type { Rules } from '../src/rules/index.ts';
import { placeQuickTrade } from '../src/trading/quick/place-quick-trade.ts';
import { createTestCaller } from './caller.ts';

const UNLIMITED: Rules = {
  tomanDepositPerDay: 0n,
  identifiedDepositPerDay: 0n,
  depositHoldHours: 0,
  stablecoinPerYear: null,
  stablecoinHolding: null,
  tradingHours: null,
};
const BODY = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice: '12845200000' };

/**
 * Trades of one user, alternately sold and bought, each acknowledged when durable. `feeRate` is that of some level.
 * The price is irrelevant: the market always accepts it.
 */
export function createQuickTrades(ledger: Ledger, clock: Clock, userId: string, feeRate: Ppm) {
  const caller = createTestCaller({ userId });
  const deps = {
    ledger,
    clock,
    market: {
      coin: () => ({ minExchange: 1n, maxExchange: 10n ** 12n, maxInventory: 10n ** 30n }) as never,
      judge: () => ({ ok: true }) as const,
      tomanValue: (_asset: string, amount: bigint) => amountOf(amount),
    },
    getFeeRate: () => feeRate,
    rules: { current: () => UNLIMITED, tradingOpensAt: () => null },
    refusePaused() {},
    stablecoinsBought: async () => 0n,
    tetherComing: async () => 0n,
    bus: createBus(),
  };
  let turn = 0;
  return async (): Promise<void> => {
    turn += 1;
    const key = { key: newId(), digest: 'a trade' };
    await placeQuickTrade(deps, caller, turn % 2 === 1 ? 'sell' : 'buy', BODY, key);
  };
}
