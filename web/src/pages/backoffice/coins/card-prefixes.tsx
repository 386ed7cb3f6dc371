import type { CardPrefix } from '@sarraf/domain';
import type { removeCardPrefix, saveCardPrefix } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { cardPrefixesQuery } from '../../../lib/payments/card-banks.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { toPaginatedList } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DigitsInput } from '../../../ui/fields/digits-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { ResourceList } from '../shared/resource-list.tsx';

/** A new or changed row; the prefix of an existing row is fixed. */
type PrefixDraft = CardPrefix & { isNew: boolean };
const EMPTY: PrefixDraft = { prefix: '', fa: '', en: '', isNew: true };
const LENGTHS = [6, 8];

const refetchPrefixes = () => queryClient.invalidateQueries({ queryKey: cardPrefixesQuery.queryKey });

/** The banks by the first digits of their cards. */
export function CardPrefixes() {
  const t = useTranslations('businessRows.cardPrefixes');
  const [draft, setDraft] = useState<PrefixDraft | null>(null);
  const [removeAction, setRemoveAction] = useState<StaffAction | null>(null);
  const query = useQuery(cardPrefixesQuery);
  const columns: Column<CardPrefix>[] = [
    { key: 'prefix', head: t('prefix'), headless: true, cell: ({ prefix }) => <bdi dir="ltr">{prefix}</bdi> },
    { key: 'fa', head: t('fa'), headless: true, cell: ({ fa }) => <span dir="auto">{fa}</span> },
    { key: 'en', head: t('en'), headless: true, cell: ({ en }) => <span dir="auto">{en}</span> },
    {
      key: 'ways',
      head: <span className="hidden">{t('change')}</span>,
      headless: true,
      end: true,
      cell: (row) => (
        <Cluster as="span" gap={2}>
          <Button
            variant="text"
            size="s"
            aria-label={t('changeOf', { prefix: row.prefix })}
            onClick={() => setDraft({ ...row, isNew: false })}
          >
            {t('change')}
          </Button>
          <Button
            variant="text"
            size="s"
            aria-label={t('removeOf', { prefix: row.prefix })}
            onClick={() =>
              setRemoveAction({
                title: t('removeTitle', { prefix: row.prefix }),
                text: t('removeText'),
                confirm: t('remove'),
                successText: t('removed'),
                danger: true,
                run: async () => {
                  await call<typeof removeCardPrefix>('DELETE', '/backoffice/card-prefixes/:prefix', {
                    params: { prefix: row.prefix },
                  });
                  await refetchPrefixes();
                },
              })
            }
          >
            {t('remove')}
          </Button>
        </Cluster>
      ),
    },
  ];
  return (
    <>
      <ResourceList
        label={t('title')}
        titled
        columns={columns}
        pages={toPaginatedList(query)}
        rowKey={({ prefix }) => prefix}
        empty={t('empty')}
        aside={
          <Button variant="ghost" onClick={() => setDraft(EMPTY)}>
            {t('add')}
          </Button>
        }
      />
      <ActionDialog act={useSavePrefixAction(draft, setDraft)} onClose={() => setDraft(null)} />
      <ActionDialog act={removeAction} onClose={() => setRemoveAction(null)} />
    </>
  );
}

function useSavePrefixAction(
  draft: PrefixDraft | null,
  onChange: (draft: PrefixDraft) => void,
): StaffAction | null {
  const t = useTranslations('businessRows.cardPrefixes');
  if (!draft) return null;
  const { prefix, fa, en, isNew } = draft;
  const hasNames = fa.trim().length > 1 && en.trim().length > 1;
  return {
    title: isNew ? t('add') : t('changeOf', { prefix }),
    text: t('lead'),
    confirm: t('save'),
    successText: t('saved'),
    disabledReason: LENGTHS.includes(prefix.length)
      ? hasNames
        ? null
        : t('namesNeeded')
      : t('prefixNeeded'),
    fields: (
      <>
        {isNew && (
          <Field label={t('prefix')}>
            <DigitsInput max={8} value={prefix} onChange={(value) => onChange({ ...draft, prefix: value })} />
          </Field>
        )}
        <Field label={t('fa')}>
          <TextInput
            value={fa}
            maxLength={60}
            onChange={(event) => onChange({ ...draft, fa: event.target.value })}
          />
        </Field>
        <Field label={t('en')}>
          <TextInput
            value={en}
            maxLength={60}
            onChange={(event) => onChange({ ...draft, en: event.target.value })}
          />
        </Field>
      </>
    ),
    run: async () => {
      await call<typeof saveCardPrefix>('PUT', '/backoffice/card-prefixes', {
        body: { prefix, fa: fa.trim(), en: en.trim() },
      });
      await refetchPrefixes();
    },
  };
}
