import { formatMarketType } from '@sarraf/domain';
import { IconChartCandle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { firstMarketPath, isUnknownMarketPath, resolveTradePath } from '../../framework/navigation/guard.ts';
import { Navigate, useLocation } from '../../framework/navigation/router.tsx';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { TradePanel } from './panels.ts';
import { TradeScreen } from './trade-screen.tsx';

/**
 * `/profile/trade/{TOMAN|TETHER}/{coin}`; without parameters it redirects to the first market, and an unknown
 * market is reported.
 */
export function Page() {
  const { pathname } = useLocation();
  const [part, setPart] = useState<TradePanel>('chart');
  const resolvedTarget = resolveTradePath(pathname);
  if (isUnknownMarketPath(pathname)) return <UnknownMarket />;
  if (resolvedTarget === null) return null;
  // The first market is shown immediately, before the redirect.
  const market = typeof resolvedTarget === 'string' ? resolveTradePath(resolvedTarget) : resolvedTarget;
  if (market === null || typeof market === 'string') return null;
  return (
    <>
      {typeof resolvedTarget === 'string' && <Navigate to={resolvedTarget} replace />}
      {/* Another market remounts the form: its inputs belong to one market. */}
      <TradeScreen
        key={formatMarketType(market.coin, market.quote)}
        market={market}
        part={part}
        onPart={setPart}
      />
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
