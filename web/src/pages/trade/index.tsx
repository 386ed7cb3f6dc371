import { marketType } from '@sarraf/domain';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { tradePlace } from '../../lib/guard.ts';
import type { Part } from './shown.ts';
import { TradeDesk } from './trade-desk.tsx';

/** `/profile/trade/{TOMAN|TETHER}/{coin}`; anything else leads to the market that is shown first. */
export function Page() {
  const { pathname } = useLocation();
  const [part, setPart] = useState<Part>('chart');
  const place = tradePlace(pathname);
  if (place === null) return null;
  if (typeof place === 'string') return <Navigate to={place} replace />;
  // Another market is another desk: nothing that was typed for one is meant for the other.
  return <TradeDesk key={marketType(place.coin, place.quote)} market={place} part={part} onPart={setPart} />;
}
