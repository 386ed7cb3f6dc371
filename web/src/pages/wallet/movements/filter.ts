import { isAsset } from '@sarraf/domain';
import type { Movement, MovementKind } from '@sarraf/domain/contracts';
import { isDayText } from '../../../ui/fields/date-text.ts';

/** All kinds except costs, which belong to the house. */
const LISTED_KIND_FLAGS: Record<Exclude<MovementKind, 'COST'>, true> = {
  TRADE: true,
  FEE: true,
  REFERRAL: true,
  DEPOSIT: true,
  WITHDRAWAL: true,
  HOLD: true,
  RELEASE: true,
  SEED: true,
  CORRECTION: true,
};
export const LISTED_KINDS = Object.keys(LISTED_KIND_FLAGS) as (keyof typeof LISTED_KIND_FLAGS)[];

export interface MovementFilter {
  /** A coin's code, TOMAN, or ALL. */
  coin: string;
  kind: MovementKind | 'ALL';
  /** Days in Tehran, 2026-11-22, both inclusive; '' for none. */
  from: string;
  to: string;
}
export const NO_FILTER: MovementFilter = { coin: 'ALL', kind: 'ALL', from: '', to: '' };

/** The filter is part of the address, so that "back" restores the list. */
export function parseMovementFilter(search: URLSearchParams): MovementFilter {
  const [coin, kind, from, to] = ['coin', 'kind', 'from', 'to'].map((name) => search.get(name) ?? '');
  return {
    coin: coin !== undefined && isAsset(coin) ? coin : 'ALL',
    kind: LISTED_KINDS.find((one) => one === kind) ?? 'ALL',
    from: from !== undefined && isDayText(from) ? from : '',
    to: to !== undefined && isDayText(to) ? to : '',
  };
}

export const toMovementSearch = (filter: MovementFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== 'ALL' && value !== ''));

export const isFiltered = (filter: MovementFilter): boolean =>
  Object.keys(toMovementSearch(filter)).length > 0;

/**
 * Returns the query parameters: days become their first and last moment; a last day before the first is handled by
 * the page.
 */
export function toQueryParams({ coin, kind, from, to }: MovementFilter) {
  return {
    ...(coin !== 'ALL' && { relatedCoin: coin }),
    ...(kind !== 'ALL' && { kind }),
    ...(from !== '' && { from: getStartOfDay(from) }),
    ...(to !== '' && { to: getStartOfDay(getNextDay(to)) }),
  };
}

export const hasReversedDates = ({ from, to }: MovementFilter): boolean =>
  from !== '' && to !== '' && from > to;

/** Iran has had no daylight saving time since 2022. */
const getStartOfDay = (day: string): string => `${day}T00:00:00+03:30`;
const DAY_MS = 86_400_000;
const getNextDay = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Returns the receipt that the page itself opens for a movement's cause. */
export function getReceiptReference({
  cause,
  causeId,
}: Pick<Movement, 'cause' | 'causeId'>): { kind: 'ORDER' | 'DEPOSIT' | 'WITHDRAWAL'; id: string } | null {
  if (causeId === null) return null;
  if (cause === 'ORDER' || cause === 'WITHDRAWAL') return { kind: cause, id: causeId };
  if (cause === 'PAYMENT' || cause === 'BANK_DEPOSIT' || cause === 'COIN_DEPOSIT')
    return { kind: 'DEPOSIT', id: causeId };
  return null;
}

/** Returns the page of a cause without a receipt; null if there is none. */
export function getCausePage({ cause, causeId }: Pick<Movement, 'cause' | 'causeId'>): string | null {
  if (cause === 'INVITED') return '/profile/invite';
  if (cause === 'STORE') return '/profile/company';
  if (causeId === null) return null;
  if (cause === 'SETTLEMENT') return `/profile/company/settlements/${causeId}`;
  return null;
}
