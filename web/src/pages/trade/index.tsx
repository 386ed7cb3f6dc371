import { marketType } from '@sarraf/domain';
import { IconChartCandle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { firstMarketPath, namesUnknownMarket, resolveTradePath } from '../../lib/navigation/guard.ts';
import { Navigate, useLocation } from '../../lib/navigation/router.tsx';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { TradePanel } from './shown.ts';
import { TradeScreen } from './trade-screen.tsx';

/** `/profile/trade/{TOMAN|TETHER}/{coin}`; without one it leads to the market that is shown first, and one that is unknown is said to be. */
export function Page() {
  const { pathname } = useLocation();
  const [part, setPart] = useState<TradePanel>('chart');
  const place = resolveTradePath(pathname);
  if (namesUnknownMarket(pathname)) return <UnknownMarket />;
  if (place === null) return null;
  // The market that is shown first is there at once, while its address is looked at.
  const market = typeof place === 'string' ? resolveTradePath(place) : place;
  if (market === null || typeof market === 'string') return null;
  return (
    <>
      {typeof place === 'string' && <Navigate to={place} replace />}
      {/* Another market is another model: nothing that was typed for one is meant for the other. */}
      <TradeScreen key={marketType(market.coin, market.quote)} market={market} part={part} onPart={setPart} />
    </>
  );
}

function UnknownMarket() {
  const t = useTranslations('guard');
  return (
    <main className="wrap">
      <EmptyState
        whole
        icon={<IconChartCandle size={26} />}
        title={t('unknownMarket')}
        text={t('unknownMarketText')}
        action={<LinkButton to={firstMarketPath()}>{t('toBitcoin')}</LinkButton>}
      />
    </main>
  );
}
