import { pausablesForFeature, pausablesForTrade } from '@sarraf/domain';
import type { TradingState } from '../market-data/index.ts';
import type { Foundations } from './foundations.ts';

/** Returns whether orders are accepted now, by the same checks as placing one, and their fees. */
export const createTradingState = ({
  rules,
  closures,
  identity,
}: Pick<Foundations, 'rules' | 'closures' | 'identity'>): TradingState => ({
  opensAt: (now) => rules.tradingOpensAt(now),
  pauseOf(coin, quote, now) {
    const maintenance = closures.now();
    if (maintenance.isOn) {
      const { expectedEnd } = maintenance;
      return { until: expectedEnd === null ? null : new Date(expectedEnd) };
    }
    for (const need of [...pausablesForTrade(coin, quote), ...pausablesForFeature('ORDERS')]) {
      const pause = closures.findPause(need, now);
      if (pause) return { until: pause.endsAt };
    }
    return null;
  },
  levels: () => identity.levels.listLevels().filter(({ level }) => level !== 'SUPERVISOR'),
});
