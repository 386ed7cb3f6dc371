import { type AlertRepeat, formatMarketType, formatUnitPrice } from '@sarraf/domain';
import type { PriceAlert } from '@sarraf/domain/contracts';
import type { AlertRow } from './store.ts';

export const PAUSE_SECONDS: Record<AlertRepeat, number | null> = { ONCE: null, HOURLY: 3_600, DAILY: 86_400 };

export function toRepeat(pauseSeconds: number | null): AlertRepeat {
  if (pauseSeconds === null) return 'ONCE';
  return pauseSeconds === PAUSE_SECONDS.HOURLY ? 'HOURLY' : 'DAILY';
}

export function alertDto(row: AlertRow): PriceAlert {
  const { id, coin, quote, direction, threshold, state, pausedUntil, firedAt, firedPrice } = row;
  return {
    id,
    marketType: formatMarketType(coin, quote),
    direction,
    threshold: formatUnitPrice(threshold, coin, quote),
    repeat: toRepeat(row.pauseSeconds),
    state,
    firedAtDateTime: firedAt?.toISOString() ?? null,
    firedPrice: firedPrice === null ? null : formatUnitPrice(firedPrice, coin, quote),
    pausedUntilDateTime: pausedUntil?.toISOString() ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}
