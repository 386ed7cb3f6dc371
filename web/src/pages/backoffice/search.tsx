import type { findPeople, PersonRow } from '@sarraf/domain/contracts';
import { IconSearch, IconUserOff, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { call } from '../../lib/api/api.ts';
import { useCountryName } from '../../lib/format/countries.ts';
import { FETCH_ONCE } from '../../lib/queries/once.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { PeopleList } from './people/list.tsx';
import { VisitForm } from './person/visit-form.tsx';
import searchCss from './search.module.css';
import { StaffErrorText } from './shared/error-text.tsx';
import { normalizeQuery } from './shared/form.ts';
import css from './shared/parts.module.css';
import { StaffSkeleton, VerificationBadge } from './shared/parts.tsx';
import { useRights } from './shared/queries.ts';

const MIN_QUERY = 3;
const MAX_QUERY = 254;

/** Finds a person by a complete identifier, or by filters if the staff member may list all people. */
export function PersonSearchPage() {
  const t = useTranslations('backoffice.search');
  const list = useTranslations('staffFigures.list');
  useTitle(t('title'));
  const { kyc } = useRights();
  const [search, setSearch] = useSearchParams();
  const showsList = kyc && search.has('list');
  return (
    <main className={css.page}>
      <div>
        <h1>{t('title')}</h1>
        <p className={css.lead}>{showsList ? list('lead') : t('lead')}</p>
      </div>
      {kyc ? (
        <Tabs
          label={list('ways')}
          tabs={(['EXACT', 'FILTER'] as const).map((key) => ({ key, label: list(key) }))}
          value={showsList ? 'FILTER' : 'EXACT'}
          onChange={(way) => setSearch(way === 'FILTER' ? { list: '' } : {}, { replace: true })}
        >
          {showsList ? <PeopleList /> : <ExactSearch />}
        </Tabs>
      ) : (
        <ExactSearch />
      )}
    </main>
  );
}

function ExactSearch() {
  const t = useTranslations('backoffice.search');
  const [text, setText] = useState('');
  // Counted, so that the same text can be searched again.
  const [submittedSearch, setSubmittedSearch] = useState<{ query: string; times: number } | null>(null);
  const query = normalizeQuery(text);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    if (query.length >= MIN_QUERY) setSubmittedSearch({ query, times: (submittedSearch?.times ?? 0) + 1 });
  };
  return (
    <div className={css.page}>
      <Card aria-label={t('title')}>
        <search>
          <Cluster as="form" gap={3} align="end" className={searchCss.form} onSubmit={search}>
            <Field label={t('field')} className={searchCss.field}>
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
              {t('action')}
            </Button>
          </Cluster>
        </search>
      </Card>
      <div aria-live="polite">
        {submittedSearch ? (
          <SearchResults
            key={submittedSearch.times}
            query={submittedSearch.query}
            times={submittedSearch.times}
          />
        ) : (
          <SearchPrompt />
        )}
      </div>
    </div>
  );
}

function SearchResults({ query, times }: { query: string; times: number }) {
  const t = useTranslations('backoffice.search');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'people', query, times],
    queryFn: async ({ signal }): Promise<PersonRow[]> =>
      (await call<typeof findPeople>('GET', '/backoffice/people', { query: { query }, signal })).content,
    ...FETCH_ONCE,
  });
  if (error) {
    return (
      <Card>
        <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card aria-busy>
        <StaffSkeleton height={180} />
      </Card>
    );
  }
  const [found] = data;
  if (found) return <PersonResult person={found} />;
  return (
    <Card>
      <EmptyState icon={<IconUserOff size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
    </Card>
  );
}

function PersonResult({ person }: { person: PersonRow }) {
  const t = useTranslations('backoffice');
  const countryName = useCountryName();
  const { id, name, email, customerKind, authenticationType } = person;
  return (
    <Card aria-label={t('search.found')} className={searchCss.found}>
      <Stack gap={1} shrink className={searchCss.who}>
        <h2>{name || t('noName')}</h2>
        <p className={css.muted}>
          <bdi className="latin">{email}</bdi>
        </p>
        <VerificationBadge type={authenticationType} />
        <p className={css.muted}>
          {[t(`kind.${customerKind ?? 'none'}`), countryName(person.countryName)].filter(Boolean).join(' · ')}
        </p>
      </Stack>
      <VisitForm id={id} from="people" />
    </Card>
  );
}

function SearchPrompt() {
  const t = useTranslations('backoffice.search');
  return (
    <Card>
      <EmptyState icon={<IconUserSearch size={26} />} title={t('startTitle')} text={t('startText')} />
    </Card>
  );
}
