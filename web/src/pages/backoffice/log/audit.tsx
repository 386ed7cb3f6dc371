import type { AuditEntry, auditLog } from '@sarraf/domain/contracts';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { cx } from '../../../ui/class-names.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import css from '../shared/parts.module.css';
import { ResourceList } from '../shared/resource-list.tsx';
import auditCss from './audit.module.css';
import { LogDetailText, useActionText } from './event-words.tsx';

/** More rows per page, since they are small. */
const PAGE_SIZE = 30;

/** The audit log: all actions and accesses, newest first. */
export function AuditLogPage() {
  const t = useTranslations('backoffice.audit');
  const columns = useAuditColumns();
  const pages = useCursorPagination<AuditEntry>(
    ['backoffice', 'audit'],
    (page, signal) => call<typeof auditLog>('GET', '/backoffice/audit', { query: page, signal }),
    PAGE_SIZE,
  );
  return (
    <BackofficePage title={t('title')} lead={t('lead')}>
      <ResourceList
        label={t('title')}
        columns={columns}
        pages={pages}
        skeletonRows={10}
        empty={{ icon: IconListDetails, title: t('emptyTitle'), text: t('emptyText') }}
        className={auditCss.entries}
      />
    </BackofficePage>
  );
}

function useAuditColumns(): Column<AuditEntry>[] {
  const t = useTranslations('backoffice.audit');
  const format = useFormat();
  const actionWord = useActionText();
  return [
    {
      key: 'action',
      head: t('action'),
      cell: ({ action }) => (
        <Text as="span" weight={600}>
          {actionWord(action)}
        </Text>
      ),
      headless: true,
    },
    {
      key: 'time',
      head: t('time'),
      cell: ({ at }) => (
        <time dateTime={at} className={auditCss.time}>
          <bdi>{format.dateTime(at)}</bdi>
        </time>
      ),
      headless: true,
    },
    {
      key: 'actor',
      head: t('actor'),
      cell: ({ actor }) =>
        actor ? <ClientAddress text={actor} /> : <span className={css.muted}>{t('self')}</span>,
    },
    {
      key: 'subject',
      head: t('subject'),
      cell: ({ subject }) => (subject ? <ClientAddress text={subject} /> : <NoActor />),
    },
    {
      key: 'detail',
      head: t('detail'),
      cell: ({ detail }) => <LogDetailText detail={detail} />,
      headless: true,
    },
    {
      key: 'number',
      head: t('number'),
      cell: ({ id }) => <span className={css.muted}>{format.digits(id)}</span>,
      end: true,
      wideOnly: true,
    },
  ];
}

const ClientAddress = ({ text }: { text: string }) => (
  <bdi className={`latin ${auditCss.address}`}>{text}</bdi>
);

const NoActor = () => (
  <span className={cx(css.muted, auditCss.noActor)} aria-hidden>
    –
  </span>
);
