import { type Feature, type Pausable, parseMarket } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';

/** Returns the display name: of a feature, of a market by its coin and quote, or of a coin. */
export function usePausableName(): (pausable: Pausable) => string {
  const t = useTranslations('staffOperations.pauses');
  const { coin } = useFormat();
  return ({ scope, name }) => {
    if (scope === 'FEATURE') return t(`feature.${name as Feature}`);
    const market = scope === 'MARKET' ? parseMarket(name) : null;
    return market ? `${coin(market.coin)} / ${coin(market.quote)}` : coin(name);
  };
}
