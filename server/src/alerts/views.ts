import { type AlertRepeat, marketType, priceText } from '@sarraf/domain';
import type { PriceAlert } from '@sarraf/domain/contracts';
import type { AlertRow } from './store.ts';

export const PAUSES: Record<AlertRepeat, number | null> = { ONCE: null, HOURLY: 3_600, DAILY: 86_400 };

export function repeatOf(pauseSeconds: number | null): AlertRepeat {
  if (pauseSeconds === null) return 'ONCE';
  return pauseSeconds === PAUSES.HOURLY ? 'HOURLY' : 'DAILY';
}

export function alertView(row: AlertRow): PriceAlert {
  const { id, coin, quote, direction, threshold, state, pausedUntil, firedAt, firedPrice } = row;
  return {
    id,
    marketType: marketType(coin, quote),
    direction,
    threshold: priceText(threshold, coin, quote),
    repeat: repeatOf(row.pauseSeconds),
    state,
    firedAtDateTime: firedAt?.toISOString() ?? null,
    firedPrice: firedPrice === null ? null : priceText(firedPrice, coin, quote),
    pausedUntilDateTime: pausedUntil?.toISOString() ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}
