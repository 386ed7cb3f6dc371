import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../withdrawal/withdraw.module.css';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';

/** The fee, the amount received, and the remaining limits. */
export function WithdrawFacts({ form }: { form: CoinWithdrawState }) {
  const t = useTranslations('withdraw');
  const { dateTime } = useFormat();
  const { terms, draft } = form;
  if (!terms) return null;
  const coin = draft.asset;
  return (
    <Facts
      className={css.facts ?? ''}
      facts={[
        { key: 'fee', label: t('fee'), value: <Money value={terms.fee} asset={coin} decimals={18} /> },
        { key: 'today', label: t('leftToday'), value: <Money value={terms.leftToday} asset="TOMAN" /> },
        {
          key: 'month',
          label: t('leftThisMonth'),
          value: <Money value={terms.leftThisMonth} asset="TOMAN" />,
        },
        ...(terms.ownLimitUntil === null
          ? []
          : [{ key: 'own', label: t('ownLimitUntil'), value: <bdi>{dateTime(terms.ownLimitUntil)}</bdi> }]),
        {
          key: 'receives',
          label: t('receives'),
          value: <Money value={form.receives} asset={coin} decimals={18} />,
          strong: true,
        },
      ]}
    />
  );
}
