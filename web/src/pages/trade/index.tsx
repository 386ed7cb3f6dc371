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

/**
 * `/profile/trade/{TOMAN|TETHER}/{coin}`; without parameters it redirects to the first market, and an unknown
 * market is reported.
 */
export function Page() {
  const { pathname } = useLocation();
  const [part, setPart] = useState<TradePanel>('chart');
  const place = resolveTradePath(pathname);
  if (namesUnknownMarket(pathname)) return <UnknownMarket />;
  if (place === null) return null;
  // The first market is shown immediately, before the redirect.
  const market = typeof place === 'string' ? resolveTradePath(place) : place;
  if (market === null || typeof market === 'string') return null;
  return (
    <>
      {typeof place === 'string' && <Navigate to={place} replace />}
      {/* Another market remounts the form: its inputs belong to one market. */}
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
