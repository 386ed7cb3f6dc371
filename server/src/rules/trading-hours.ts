import type { RuleSet } from '@sarraf/domain/contracts';
import { addDays, fromTehranTime, toTehranTime } from './tehran.ts';
import type { Rules } from './types.ts';

type Hours = NonNullable<Rules['tradingHours']>;

/** Returns the next opening; null: trading is open. Hours whose end is before their start go across midnight. */
export function findNextOpening({ from, to }: Hours, now: number): Date | null {
  const { day, minute } = toTehranTime(now);
  const open = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (open) return null;
  return new Date(fromTehranTime(minute < from ? day : addDays(day, 1), from));
}

export function parseTradingHours({ from, to }: NonNullable<RuleSet['tradingHours']>): Hours {
  return { from: parseMinute(from), to: parseMinute(to) };
}

function parseMinute(text: string): number {
  const [hour = '', minute = ''] = text.split(':');
  return Number.parseInt(hour, 10) * 60 + Number.parseInt(minute, 10);
}
