import type { AccountLevel } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useCompactValueFormat } from '../../lib/market/use-compact-value-format.ts';
import { accountLevelsQuery } from '../../lib/queries/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import css from './wages.module.css';

/** The level of market makers is not public (requirements §2.12). */
const isPublicLevel = ({ userAccountLevel }: AccountLevel): boolean => userAccountLevel !== 'SUPERVISOR';

export function LevelFees() {
  const t = useTranslations('help.wages.levels');
  const { language } = useFormat();
  const { text } = useErrorMessages();
  const columns = useLevelColumns();
  const { data, error, isFetching, refetch } = useQuery(accountLevelsQuery(language));
  return (
    <section className={css.section}>
      <SectionHead title={t('title')} lead={t('lead')} />
      <Card padding="flush">
        {error && !data ? (
          <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            caption={t('caption')}
            columns={columns}
            rows={data?.filter(isPublicLevel) ?? []}
            rowKey={(row) => row.userAccountLevel}
            loading={!data}
            skeletonRows={4}
          />
        )}
      </Card>
    </section>
  );
}

function useLevelColumns(): readonly Column<AccountLevel>[] {
  const t = useTranslations('help.wages.levels');
  const levelName = useTranslations('profile.level');
  const { percent } = useFormat();
  const formatCompactValue = useCompactValueFormat();
  const { account } = useSession();
  return [
    {
      key: 'level',
      head: t('level'),
      cell: ({ userAccountLevel: level }) => (
        <Cluster as="span" inline gap={3} weight={600}>
          {levelName(level)}
          {account?.userAccountLevel === level && <span className={css.own}>{t('own')}</span>}
        </Cluster>
      ),
      headless: true,
    },
    {
      key: 'volume',
      head: t('volume'),
      cell: ({ tradeAmount }) =>
        /[1-9]/.test(tradeAmount) ? t('from', { amount: formatCompactValue(tradeAmount) }) : t('start'),
      end: true,
    },
    {
      key: 'toman',
      head: t('toman'),
      cell: ({ wagePercent }) => (
        <Text as="bdi" weight={600}>
          {percent(wagePercent)}
        </Text>
      ),
      end: true,
    },
    {
      key: 'tether',
      head: t('tether'),
      cell: ({ wagePercentTether }) => (
        <Text as="bdi" weight={600}>
          {percent(wagePercentTether)}
        </Text>
      ),
      end: true,
    },
  ];
}
