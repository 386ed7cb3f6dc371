import type { AuditEntry, auditLog } from '@sarraf/domain/contracts';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/class-names.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Text } from '../../ui/layout.tsx';
import auditCss from './audit.module.css';
import { DeskTable } from './desk-table.tsx';
import { DetailWords, useActionWord } from './event-words.tsx';
import css from './parts.module.css';

/** Its rows are small. */
const SIZE = 30;

/** Everything that was done and looked at, newest first. */
export function Audit() {
  const t = useTranslations('backoffice.audit');
  useTitle(t('title'));
  const columns = useColumns();
  const pages = usePages<AuditEntry>(
    ['desk', 'audit'],
    (page, signal) => call<typeof auditLog>('GET', '/backoffice/audit', { query: page, signal }),
    SIZE,
  );
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
      </div>
      <Card padding="flush" className={css.list} aria-label={t('title')}>
        <DeskTable
          caption={t('title')}
          columns={columns}
          pages={pages}
          rowKey={({ id }) => id}
          skeletonRows={10}
          empty={
            <EmptyState icon={<IconListDetails size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
          }
          className={auditCss.entries}
        />
      </Card>
    </main>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const t = useTranslations('backoffice.audit');
  const format = useFormat();
  const actionWord = useActionWord();
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
        actor ? <Address text={actor} /> : <span className={css.muted}>{t('self')}</span>,
    },
    {
      key: 'subject',
      head: t('subject'),
      cell: ({ subject }) => (subject ? <Address text={subject} /> : <Nobody />),
    },
    {
      key: 'detail',
      head: t('detail'),
      cell: ({ detail }) => <DetailWords detail={detail} />,
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

const Address = ({ text }: { text: string }) => <bdi className={`latin ${auditCss.address}`}>{text}</bdi>;

const Nobody = () => (
  <span className={cx(css.muted, auditCss.nobody)} aria-hidden>
    –
  </span>
);
