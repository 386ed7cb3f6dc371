import type { serviceStatus } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../format/use-format.ts';
import { summarizeService } from '../market/service-size.ts';
import { useValueQuote } from '../market/use-worth.ts';
import { usePause } from '../pauses.ts';
import { publicQuery } from './public-query.ts';
import { coinDetailsQuery, statsQuery } from './queries.ts';

export interface Stat {
  key: string;
  label: string;
  /** Null while unknown. */
  text: string | null;
}

const MONEY_FEATURES = (
  ['TOMAN_DEPOSIT', 'DEPOSIT_ADDRESS', 'TOMAN_WITHDRAWAL', 'COIN_WITHDRAWAL'] as const
).map((name) => ({
  scope: 'FEATURE' as const,
  name,
}));

/**
 * People, trades and their worth, from where staff has set on: small counts say nothing. Until then what the exchange has
 * and does: coins, networks, and whether money comes in and goes out. Last, in both cases, when every transfer was last found
 * right; nothing while the server doesn't say so.
 */
export function useStats(): { stats: readonly Stat[]; loading: boolean; failed: boolean } {
  const t = useTranslations('home.stats');
  const { compact, digits, time, language } = useFormat();
  const { worthOf } = useValueQuote();
  const counts = useQuery(statsQuery(language));
  const details = useQuery({ ...coinDetailsQuery(language), enabled: counts.data?.userCount === null });
  const status = useQuery(publicQuery<typeof serviceStatus>(language, '/status'));
  const checkedAt = status.data?.baseDTO.books.checkedAt;
  const ledgerCheck =
    status.isPending || checkedAt
      ? [{ key: 'books', label: t('books'), text: checkedAt ? time(checkedAt) : null }]
      : [];
  const isAnyPaused = usePause(MONEY_FEATURES) !== null;
  const { data } = counts;
  if (data?.userCount === null) {
    const size = details.data && summarizeService(details.data);
    const state = size && (isAnyPaused && size.moves === 'OPEN' ? 'PARTLY' : size.moves);
    return {
      stats: [
        { key: 'coins', label: t('coins'), text: size ? digits(size.coins) : null },
        { key: 'networks', label: t('networks'), text: size ? digits(size.networks) : null },
        { key: 'moves', label: t('moves'), text: state ? t(`state.${state}`) : null },
        ...ledgerCheck,
      ],
      loading: details.isPending,
      failed: details.isError,
    };
  }
  const value = data?.tradesValue == null ? null : worthOf(data.tradesValue);
  const formatCount = (count: string | number | null | undefined) => (count == null ? null : compact(count));
  return {
    stats: [
      { key: 'users', label: t('users'), text: formatCount(data?.userCount) },
      { key: 'trades', label: t('trades'), text: formatCount(data?.tradesAmount) },
      { key: 'value', label: t('value'), text: formatCount(value) },
      ...ledgerCheck,
    ],
    loading: counts.isPending,
    failed: counts.isError,
  };
}
