import { marketType } from '@sarraf/domain';
import { useState } from 'react';
import { tradePlace } from '../../lib/navigation/guard.ts';
import { Navigate, useLocation } from '../../lib/navigation/router.tsx';
import type { TradePanel } from './shown.ts';
import { TradeScreen } from './trade-screen.tsx';

/** `/profile/trade/{TOMAN|TETHER}/{coin}`; anything else leads to the market that is shown first. */
export function Page() {
  const { pathname } = useLocation();
  const [part, setPart] = useState<TradePanel>('chart');
  const place = tradePlace(pathname);
  if (place === null) return null;
  // The market that is shown first is there at once, while its address is looked at.
  const market = typeof place === 'string' ? tradePlace(place) : place;
  if (market === null || typeof market === 'string') return null;
  return (
    <>
      {typeof place === 'string' && <Navigate to={place} replace />}
      {/* Another market is another model: nothing that was typed for one is meant for the other. */}
      <TradeScreen key={marketType(market.coin, market.quote)} market={market} part={part} onPart={setPart} />
    </>
  );
}
