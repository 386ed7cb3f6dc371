import type { Settlement, settlements } from '@sarraf/domain/contracts';
import { IconCalendarStats } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../company.module.css';

/** Settlements of each period and their outcomes. */
export function SettlementsList() {
  const t = useTranslations('company.settlements');
  const columns = useSettlementColumns();
  const pages = useCursorPagination<Settlement>(['company', 'settlements'], (query, signal) =>
    call<typeof settlements>('GET', '/company/settlements', { query, signal }),
  );
  return (
    <PagedTable
      caption={t('caption')}
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={<EmptyState icon={<IconCalendarStats size={26} />} title={t('empty')} text={t('emptyText')} />}
    />
  );
}

function useSettlementColumns(): Column<Settlement>[] {
  const t = useTranslations('company.settlements');
  const format = useFormat();
  return [
    {
      key: 'period',
      head: t('period'),
      cell: ({ fromDateTime, toDateTime, part }) => (
        <span className={css.cell}>
          <bdi>{t('span', { from: format.date(fromDateTime), to: format.date(toDateTime) })}</bdi>
          {part > 1 && <small className={css.small}>{t('part', { part: format.digits(part) })}</small>}
        </span>
      ),
      headless: true,
    },
    {
      key: 'received',
      head: t('received'),
      cell: ({ receipts }) => <Money value={receipts} asset="TOMAN" />,
      end: true,
    },
    {
      key: 'bought',
      head: t('sent'),
      cell: ({ bought, coinEntity }) => <Money value={bought} asset={coinEntity ?? 'TOMAN'} decimals={8} />,
      end: true,
    },
    { key: 'state', head: t('state'), cell: (row) => <SettlementState row={row} /> },
    {
      key: 'more',
      head: <span className="hidden">{t('more')}</span>,
      cell: ({ id, number }) => (
        <LinkButton
          to={`/profile/company/settlements/${id}`}
          variant="ghost"
          size="s"
          aria-label={t('moreOf', { number })}
        >
          {t('more')}
        </LinkButton>
      ),
      end: true,
      headless: true,
    },
  ];
}

export function SettlementState({ row }: { row: Settlement }) {
  const t = useTranslations('company.settlements');
  const words = useTranslations('company.waits');
  const format = useFormat();
  const reason = row.waits !== null && words.has(row.waits as 'OTHER') ? (row.waits as 'OTHER') : 'OTHER';
  return (
    <span className={css.cell}>
      {t(row.state)}
      {row.waits !== null && <small className={css.small}>{t('waits', { reason: words(reason) })}</small>}
      {row.waits !== null && row.nextTryAtDateTime !== null && (
        <small className={css.small}>{t('again', { time: format.dateTime(row.nextTryAtDateTime) })}</small>
      )}
    </span>
  );
}
