import type { Invitee, invitees } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './friends-card.module.css';

/** Invited friends: who, when, and their rewards. */
export function FriendsCard() {
  const t = useTranslations('invite');
  const columns = useFriendColumns();
  const pages = useCursorPagination<Invitee>(['invites', 'people'], (page, signal) =>
    call<typeof invitees>('GET', '/users/invitees', { query: page, signal }),
  );
  return (
    <Card padding="flush" title={t('list')}>
      <PagedTable
        caption={t('list')}
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        skeletonRows={4}
        empty={<EmptyState icon={<IconUsers size={26} />} title={t('empty')} text={t('emptyText')} />}
      />
    </Card>
  );
}

function useFriendColumns(): readonly Column<Invitee>[] {
  const t = useTranslations('invite');
  const { date } = useFormat();
  return [
    {
      key: 'friend',
      head: t('friend'),
      headless: true,
      cell: ({ email }) => (
        <Text as="bdi" weight={500} dir="ltr">
          {email}
        </Text>
      ),
    },
    {
      key: 'joined',
      head: t('joined'),
      cell: ({ joinedAtDateTime }) => (
        <time dateTime={joinedAtDateTime}>
          <bdi dir="ltr">{date(joinedAtDateTime)}</bdi>
        </time>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      cell: ({ active }) => (
        <Cluster as="span" inline gap={1} size="sm" tone="soft" className={cx(active && css.active)}>
          {active && <IconCircleCheck size={18} aria-hidden />}
          {t(active ? 'active' : 'idle')}
        </Cluster>
      ),
    },
    {
      key: 'brought',
      head: t('brought'),
      end: true,
      cell: ({ profit }) => <Money value={profit} asset="TOMAN" decimals={0} />,
    },
  ];
}
