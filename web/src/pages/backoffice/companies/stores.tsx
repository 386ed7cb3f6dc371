import type { StaffCompany, staffCompanies } from '@sarraf/domain/contracts';
import { IconBuildingStore, IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../shared/parts.module.css';
import { ResourceList } from '../shared/resource-list.tsx';
import own from './companies.module.css';
import { MAX_QUERY, MIN_QUERY, parseStoreQuery } from './find.ts';
import { StoreState, useWaitReasonText } from './parts.tsx';
import { storePath } from './queries.ts';

/** All stores, or the search result. */
export function Stores() {
  // Counted, so that the same text can be searched again.
  const [submittedSearch, setSubmittedSearch] = useState<{ query: string; times: number } | null>(null);
  return (
    <>
      <StoreSearch
        searched={submittedSearch !== null}
        onFind={(query) =>
          setSubmittedSearch(query === null ? null : { query, times: (submittedSearch?.times ?? 0) + 1 })
        }
      />
      <StoreList
        key={submittedSearch?.times ?? 0}
        query={submittedSearch?.query ?? null}
        times={submittedSearch?.times ?? 0}
      />
    </>
  );
}

/** `onFind` null: lists all stores again. */
function StoreSearch({ searched, onFind }: { searched: boolean; onFind: (query: string | null) => void }) {
  const t = useTranslations('staffCompanies');
  const [text, setText] = useState('');
  const query = parseStoreQuery(text);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    if (query.length >= MIN_QUERY) onFind(query);
  };
  const showAll = () => {
    setText('');
    onFind(null);
  };
  return (
    <Card aria-label={t('search')} className={own.stack}>
      <search>
        <form className={own.find} onSubmit={search}>
          <Field label={t('find')}>
            <TextInput
              type="search"
              latin
              value={text}
              maxLength={MAX_QUERY}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
              before={<IconSearch size={18} aria-hidden />}
            />
          </Field>
          <Button type="submit" size="l" disabledReason={query.length < MIN_QUERY ? t('tooShort') : null}>
            {t('search')}
          </Button>
        </form>
      </search>
      <p className={css.muted}>{t('findHint')}</p>
      {searched && (
        <Button variant="text" size="s" className={own.all} onClick={showAll}>
          {t('showAll')}
        </Button>
      )}
    </Card>
  );
}

function StoreList({ query, times }: { query: string | null; times: number }) {
  const t = useTranslations('staffCompanies');
  const columns = useStoreColumns();
  const pages = useCursorPagination<StaffCompany>(
    ['backoffice', 'companies', 'list', query, times],
    (page, signal) =>
      call<typeof staffCompanies>('GET', '/backoffice/companies', {
        query: { ...page, ...(query !== null && { query }) },
        signal,
      }),
    undefined,
    FETCH_ONCE,
  );
  const empty =
    query === null
      ? { icon: IconBuildingStore, title: t('emptyTitle'), text: t('emptyText') }
      : { icon: IconZoomQuestion, title: t('unknownTitle'), text: t('unknownText') };
  return <ResourceList label={t('stores')} live columns={columns} pages={pages} empty={empty} />;
}

function useStoreColumns(): Column<StaffCompany>[] {
  const t = useTranslations('staffCompanies');
  const waitWord = useWaitReasonText();
  const { coin } = useFormat();
  return [
    {
      key: 'name',
      head: t('name'),
      headless: true,
      cell: ({ id, name, email }) => (
        <TwoLine>
          <Link to={storePath(id)} className={own.link}>
            {name || t('noName')}
          </Link>
          <small>
            <bdi className="latin">{email}</bdi>
          </small>
        </TwoLine>
      ),
    },
    {
      key: 'settlement',
      head: t('settlement'),
      cell: ({ coinEntity, perTime }) =>
        coinEntity === null || perTime === null ? (
          <span className={css.muted}>{t('unset')}</span>
        ) : (
          <TwoLine>
            {coin(coinEntity)}
            <small>{t(`periods.${perTime}`)}</small>
          </TwoLine>
        ),
    },
    {
      key: 'state',
      head: t('state'),
      cell: (store) => (
        <TwoLine>
          <StoreState store={store} />
          {store.waits !== null && <small>{waitWord(store.waits)}</small>}
        </TwoLine>
      ),
    },
    {
      key: 'receipts',
      head: t('receipts'),
      end: true,
      cell: ({ receipts }) => <Money value={receipts} asset="TOMAN" />,
    },
    {
      key: 'received',
      head: t('received'),
      end: true,
      cell: ({ received }) => <Money value={received} asset="TOMAN" />,
    },
  ];
}
