import type { Account } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { getDefaultQuote } from '../../lib/market/coins.ts';
import { findNextLevel } from '../../lib/market/next-level.ts';
import { useCompactValueFormat } from '../../lib/market/use-compact-value-format.ts';
import { useValueQuote } from '../../lib/market/use-worth.ts';
import { accountLevelsQuery } from '../../lib/queries/queries.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './account.module.css';

/** The person's level, its trading fee, and the progress to the next level. */
export function LevelCard({ account }: { account: Account }) {
  const t = useTranslations('account');
  const levelName = useTranslations('profile.level');
  const { percent } = useFormat();
  const { money, worthOf } = useValueQuote();
  const { userAccountLevel: level, fee, feeTether, totalTradesVolume: volume } = account;
  return (
    <Card title={t('level')} aside={<strong className={css.level}>{levelName(level)}</strong>}>
      <Facts
        facts={[
          { key: 'fee', label: t('fee'), value: <bdi>{percent(fee)}</bdi> },
          { key: 'feeTether', label: t('feeTether'), value: <bdi>{percent(feeTether)}</bdi> },
          {
            key: 'volume',
            label: t('volume'),
            value: <Money value={worthOf(volume)} asset={money} />,
          },
        ]}
      />
      <NextLevelProgress account={account} />
    </Card>
  );
}

function NextLevelProgress({ account }: { account: Account }) {
  const t = useTranslations('account');
  const levelName = useTranslations('profile.level');
  const format = useFormat();
  const formatCompactValue = useCompactValueFormat();
  const { data } = useQuery(accountLevelsQuery(format.language));
  const next =
    data &&
    findNextLevel(
      data,
      account.userAccountLevel,
      account.totalTradesVolume,
      getDefaultQuote(format.language),
    );
  if (!next) return null;
  const name = levelName(next.level);
  return (
    <Stack gap={2} size="s" tone="soft" className={css.next}>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('progress', { level: name })}
        aria-valuenow={next.percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ inlineSize: `${Math.max(next.percent, 2)}%` }} />
      </div>
      <p>
        {t('next', {
          level: name,
          amount: formatCompactValue(next.from),
          fee: format.percent(next.fee),
        })}
      </p>
    </Stack>
  );
}
