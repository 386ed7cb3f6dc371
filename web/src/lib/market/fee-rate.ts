import { DEFAULT_FEE_RATE, type Ppm, parsePercent, type Quote } from '@sarraf/domain';
import type { Account, AccountLevel } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../framework/i18n/language.ts';
import { accountLevelsQuery } from '../queries/queries.ts';

type LevelFees = Pick<AccountLevel, 'wagePercent' | 'wagePercentTether'>;

/** A level's fee in markets of a quote, as percent text. */
export const getLevelFee = (level: LevelFees, quote: Quote): string =>
  quote === 'TOMAN' ? level.wagePercent : level.wagePercentTether;

/**
 * Returns the fee of the person's level in markets of a quote. For a visitor it is that of the first level; until
 * it is loaded, the specification's default.
 */
export function getFeeRate(
  account: Pick<Account, 'fee' | 'feeTether'> | null,
  levels: readonly LevelFees[] | undefined,
  quote: Quote,
): Ppm {
  if (account) return parsePercent(quote === 'TOMAN' ? account.fee : account.feeTether);
  const first = levels?.[0];
  if (!first) return DEFAULT_FEE_RATE;
  return parsePercent(getLevelFee(first, quote));
}

export function useFeeRate(account: Account | null, quote: Quote): Ppm {
  const levels = useQuery({ ...accountLevelsQuery(useLanguage()), enabled: account === null });
  return getFeeRate(account, levels.data, quote);
}
