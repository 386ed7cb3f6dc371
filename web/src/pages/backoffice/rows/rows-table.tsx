import { type BusinessRowKind, fieldsOf } from '@sarraf/domain';
import type { BusinessRow } from '@sarraf/domain/contracts';
import { IconClockHour4 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toPaginatedList } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { rowsQuery } from './queries.ts';
import { RowDialog } from './row-dialog.tsx';
import own from './rows.module.css';
import { FieldCell, RowTitle, useChangeTitle } from './words.tsx';

/** All rows of a kind, each with an edit button. */
export function RowsTable({ kind, skeletonRows }: { kind: BusinessRowKind; skeletonRows: number }) {
  const t = useTranslations('businessRows');
  const query = useQuery(rowsQuery(kind));
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const columns = useRowColumns(kind, setEditedKey);
  const rows = query.data ?? [];
  return (
    <>
      <ResourceList
        label={t(`table.${kind}`)}
        titled
        note={<p className={own.note}>{t(`note.${kind}`)}</p>}
        columns={columns}
        pages={toPaginatedList(query)}
        rowKey={({ key }) => key}
        skeletonRows={skeletonRows}
      />
      <RowDialog
        kind={kind}
        row={rows.find(({ key }) => key === editedKey) ?? null}
        rows={rows}
        onClose={() => setEditedKey(null)}
      />
    </>
  );
}

function useRowColumns(kind: BusinessRowKind, onEdit: (key: string) => void): Column<BusinessRow>[] {
  const t = useTranslations('businessRows');
  return [
    {
      key: 'name',
      head: t('name'),
      headless: true,
      cell: ({ key }) => <RowTitle kind={kind} rowKey={key} />,
    },
    ...Object.entries(fieldsOf(kind)).map(
      ([name, { type }]): Column<BusinessRow> => ({
        key: name,
        head: t(`field.${name}` as 'field.active'),
        end: type !== 'switch',
        cell: ({ key, values }) => <FieldCell kind={kind} rowKey={key} name={name} value={values[name]} />,
      }),
    ),
    {
      key: 'ways',
      head: <span className="hidden">{t('change')}</span>,
      headless: true,
      end: true,
      cell: (row) => <RowActions kind={kind} row={row} onEdit={onEdit} />,
    },
  ];
}

function RowActions({
  kind,
  row,
  onEdit,
}: {
  kind: BusinessRowKind;
  row: BusinessRow;
  onEdit: (key: string) => void;
}) {
  const t = useTranslations('businessRows');
  const title = useChangeTitle();
  return (
    <Cluster as="span" gap={2} align="stretch" wrap className={own.ways}>
      {row.waiting !== null && (
        <Text as="span" tone="warn" className={css.state} title={t('waiting.title')}>
          <IconClockHour4 size={18} aria-hidden />
          <span className="hidden">{t('waiting.title')}</span>
        </Text>
      )}
      <Button variant="text" size="s" aria-label={title(kind, row.key)} onClick={() => onEdit(row.key)}>
        {t('change')}
      </Button>
    </Cluster>
  );
}

/** The row of a kind with a single row. */
export function SingleRow({ kind }: { kind: BusinessRowKind }) {
  const t = useTranslations('businessRows');
  const { dateTime } = useFormat();
  const { data, error, isFetching, refetch } = useQuery(rowsQuery(kind));
  const [open, setOpen] = useState(false);
  const row = data?.[0];
  const fields = Object.keys(fieldsOf(kind));
  return (
    <Card title={t(`table.${kind}`)}>
      {row ? (
        <Stack gap={4} className={own.one}>
          <p className={css.lead}>{t(`note.${kind}`)}</p>
          <Facts
            facts={fields.map((name) => ({
              key: name,
              label: t(`field.${name}` as 'field.active'),
              value: <FieldCell kind={kind} rowKey={row.key} name={name} value={row.values[name]} />,
            }))}
          />
          <p className={css.muted}>
            {row.last
              ? t('last', {
                  who: `\u2068${row.last.askedBy}\u2069`,
                  time: dateTime(row.last.askedAtDateTime),
                })
              : t('never')}
          </p>
          <Button
            variant="ghost"
            aria-label={t('changeOf', { name: t(`kind.${kind}`) })}
            onClick={() => setOpen(true)}
          >
            {t('change')}
          </Button>
        </Stack>
      ) : error ? (
        <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <StaffSkeleton height={80 + fields.length * LINE} />
      )}
      <RowDialog
        kind={kind}
        row={open ? (row ?? null) : null}
        rows={data ?? []}
        onClose={() => setOpen(false)}
      />
    </Card>
  );
}

const LINE = 44;
