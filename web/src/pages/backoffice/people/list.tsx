import { USER_LEVELS } from '@sarraf/domain';
import type { findPeople, PersonRow, QueryOf } from '@sarraf/domain/contracts';
import { IconUserOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { Link, useSearchParams } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { countriesQuery, countryName, useCountryName } from '../../../lib/format/countries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { type ChosenFilter, FilterBar } from '../../../ui/tables/filter-bar.tsx';
import css from '../shared/parts.module.css';
import { VerificationBadge } from '../shared/parts.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { SavedFilters } from '../shared/saved-filters-bar.tsx';
import { getPersonPath } from '../shared/visit.ts';
import {
  hasNoFilter,
  NO_FILTERS,
  PERSON_KINDS,
  PERSON_STATES,
  type PeopleFilters,
  parseFilters,
  toFilterSearch,
  toQuery,
} from './filters.ts';
import own from './people.module.css';

/** People who match the filters; opening a file needs a reason. */
export function PeopleList() {
  const [search, setSearch] = useSearchParams();
  const filters = parseFilters(search);
  return (
    <div className={css.page}>
      <SavedFilters list="people" />
      <FilterCard filters={filters} onChange={(next) => setSearch(toFilterSearch(next), { replace: true })} />
      {hasNoFilter(filters) ? (
        <FilterPrompt />
      ) : (
        <PeopleResults key={JSON.stringify(filters)} query={toQuery(filters)} />
      )}
    </div>
  );
}

interface FilterCardProps {
  filters: PeopleFilters;
  onChange: (filters: PeopleFilters) => void;
}

function FilterCard({ filters, onChange }: FilterCardProps) {
  const t = useTranslations('staffFigures.list');
  const words = useTranslations('backoffice');
  const level = useTranslations('profile.level');
  const { digits } = useFormat();
  const chosenFilters = useChosenFilters(filters, onChange);
  const clearFilters = () => onChange(NO_FILTERS);
  const renderFilter = <
    K extends Exclude<keyof PeopleFilters, 'country'>,
    V extends PeopleFilters[K] & string,
  >(
    key: K,
    label: string,
    values: readonly V[],
    wordOf: (value: V) => string,
  ) => (
    <Field label={label}>
      <Select
        value={filters[key] ?? ANY}
        options={[
          { value: ANY, label: t('any') },
          ...values.map((value) => ({ value, label: wordOf(value) })),
        ]}
        onChange={(value) => onChange({ ...filters, [key]: value === ANY ? null : value })}
      />
    </Field>
  );
  return (
    <Card aria-label={t('filters')}>
      <FilterBar
        words={{
          filters: t('filters'),
          chosen: t('chosen', { count: digits(chosenFilters.length) }),
          clear: t('clear'),
          show: t('show'),
        }}
        chosen={chosenFilters}
        onClear={clearFilters}
        className={own.filters}
        aside={
          <Button
            variant="ghost"
            size="l"
            className={own.clear}
            disabled={hasNoFilter(filters)}
            onClick={clearFilters}
          >
            {t('clear')}
          </Button>
        }
      >
        {renderFilter('state', t('state'), PERSON_STATES, (value) => words(`state.${value}`))}
        {renderFilter('level', t('level'), USER_LEVELS, (value) => level(value))}
        {renderFilter('kind', t('kind'), PERSON_KINDS, (value) => words(`kind.${value}`))}
        {renderFilter('blocked', t('blocked'), ['BLOCKED', 'FREE'], (value) => t(value))}
        <CountryFilter value={filters.country} onChange={(country) => onChange({ ...filters, country })} />
      </FilterBar>
    </Card>
  );
}

/** Returns the active filters as texts, each with its remove action. */
function useChosenFilters(
  filters: PeopleFilters,
  onChange: (filters: PeopleFilters) => void,
): ChosenFilter[] {
  const t = useTranslations('staffFigures.list');
  const words = useTranslations('backoffice');
  const level = useTranslations('profile.level');
  const formatCountry = useCountryName();
  const labels: Record<keyof PeopleFilters, string | null> = {
    state: filters.state && words(`state.${filters.state}`),
    level: filters.level && level(filters.level),
    kind: filters.kind && words(`kind.${filters.kind}`),
    blocked: filters.blocked && t(filters.blocked),
    country: filters.country && formatCountry(filters.country),
  };
  return (['state', 'level', 'kind', 'blocked', 'country'] as const).flatMap((key) => {
    const label = labels[key];
    return label
      ? {
          key,
          label,
          removeLabel: t('remove', { what: label }),
          onRemove: () => onChange({ ...filters, [key]: null }),
        }
      : [];
  });
}

const ANY = '';

function CountryFilter({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (country: string | null) => void;
}) {
  const t = useTranslations('staffFigures.list');
  const language = useLanguage();
  const { data = [] } = useQuery(countriesQuery);
  return (
    <Field label={t('country')}>
      <Combobox
        value={value ?? ANY}
        options={[
          { value: ANY, label: t('anyCountry') },
          ...data.map((country) => ({
            value: country.countryName,
            label: countryName(country, language),
            names: [country.countryName, country.persianName],
          })),
        ]}
        searchLabel={t('findCountry')}
        noneText={t('noCountry')}
        onChange={(picked) => onChange(picked === ANY ? null : picked)}
      />
    </Field>
  );
}

function PeopleResults({ query }: { query: QueryOf<typeof findPeople> }) {
  const t = useTranslations('staffFigures.list');
  const columns = usePeopleColumns();
  const pages = useCursorPagination<PersonRow>(
    ['backoffice', 'people', 'list', query],
    (page, signal) =>
      call<typeof findPeople>('GET', '/backoffice/people', { query: { ...query, ...page }, signal }),
    undefined,
    FETCH_ONCE,
  );
  return (
    <ResourceList
      label={t('title')}
      live
      columns={columns}
      pages={pages}
      empty={{ icon: IconUserOff, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

function usePeopleColumns(): Column<PersonRow>[] {
  const t = useTranslations('staffFigures.list');
  const words = useTranslations('backoffice');
  const levelWord = useTranslations('profile.level');
  const formatCountry = useCountryName();
  const { date } = useFormat();
  return [
    {
      key: 'person',
      head: t('person'),
      headless: true,
      cell: ({ id, name, email }) => (
        <TwoLine>
          <Link to={getPersonPath(id)} className={own.link}>
            {name || words('noName')}
          </Link>
          <small>
            <bdi className="latin">{email}</bdi>
          </small>
        </TwoLine>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      cell: ({ authenticationType, blocked }) => (
        <TwoLine>
          <VerificationBadge type={authenticationType} />
          {blocked && <strong className={css.bad}>{t('blockedMark')}</strong>}
        </TwoLine>
      ),
    },
    { key: 'level', head: t('level'), cell: ({ level }) => levelWord(level) },
    { key: 'kind', head: t('kind'), cell: ({ customerKind }) => words(`kind.${customerKind ?? 'none'}`) },
    { key: 'country', head: t('country'), cell: ({ countryName: name }) => formatCountry(name) || '—' },
    {
      key: 'since',
      head: t('since'),
      end: true,
      cell: ({ createdAtDateTime }) => <bdi>{date(createdAtDateTime)}</bdi>,
    },
  ];
}

function FilterPrompt() {
  const t = useTranslations('staffFigures.list');
  return (
    <Card>
      <EmptyState icon={<IconUsers size={26} />} title={t('startTitle')} text={t('startText')} />
    </Card>
  );
}
