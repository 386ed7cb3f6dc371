import { isAsset } from '@sarraf/domain';
import type { Movement, MovementKind } from '@sarraf/domain/contracts';
import { isDayText } from '../../../ui/fields/date-text.ts';

/** But for costs, which are the house's own. */
const LISTED: Record<Exclude<MovementKind, 'COST'>, true> = {
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
export const LISTED_KINDS = Object.keys(LISTED) as (keyof typeof LISTED)[];

export interface MovementFilter {
  /** A coin's code, TOMAN, or ALL. */
  coin: string;
  kind: MovementKind | 'ALL';
  /** Days of Tehran, 2026-11-22, both included; '' for none. */
  from: string;
  to: string;
}
export const NO_FILTER: MovementFilter = { coin: 'ALL', kind: 'ALL', from: '', to: '' };

/** The filter is part of the address, so that going back finds the list as it was. */
export function filterOf(search: URLSearchParams): MovementFilter {
  const [coin, kind, from, to] = ['coin', 'kind', 'from', 'to'].map((name) => search.get(name) ?? '');
  return {
    coin: coin !== undefined && isAsset(coin) ? coin : 'ALL',
    kind: LISTED_KINDS.find((one) => one === kind) ?? 'ALL',
    from: from !== undefined && isDayText(from) ? from : '',
    to: to !== undefined && isDayText(to) ? to : '',
  };
}

export const searchOf = (filter: MovementFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== 'ALL' && value !== ''));

export const isFiltered = (filter: MovementFilter): boolean => Object.keys(searchOf(filter)).length > 0;

/** What the API is asked for: days become the moments they begin and end at; a last day before the first is left to the page. */
export function askedOf({ coin, kind, from, to }: MovementFilter) {
  return {
    ...(coin !== 'ALL' && { relatedCoin: coin }),
    ...(kind !== 'ALL' && { kind }),
    ...(from !== '' && { from: beginOf(from) }),
    ...(to !== '' && { to: beginOf(dayAfter(to)) }),
  };
}

export const isBackwards = ({ from, to }: MovementFilter): boolean => from !== '' && to !== '' && from > to;

/** Tehran has kept one time all year since 2022. */
const beginOf = (day: string): string => `${day}T00:00:00+03:30`;
const DAY_MS = 86_400_000;
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Of which causes a receipt opens on the page itself. */
export function receiptOf({
  cause,
  causeId,
}: Pick<Movement, 'cause' | 'causeId'>): { kind: 'ORDER' | 'DEPOSIT' | 'WITHDRAWAL'; id: string } | null {
  if (causeId === null) return null;
  if (cause === 'ORDER' || cause === 'WITHDRAWAL') return { kind: cause, id: causeId };
  if (cause === 'PAYMENT' || cause === 'BANK_DEPOSIT' || cause === 'COIN_DEPOSIT')
    return { kind: 'DEPOSIT', id: causeId };
  return null;
}

/** Where more is to be read of what a movement was for, which has no receipt; null: nowhere. */
export function pageOf({ cause, causeId }: Pick<Movement, 'cause' | 'causeId'>): string | null {
  if (cause === 'INVITED') return '/profile/invite';
  if (cause === 'STORE') return '/profile/company';
  if (causeId === null) return null;
  if (cause === 'SETTLEMENT') return `/profile/company/settlements/${causeId}`;
  return null;
}
