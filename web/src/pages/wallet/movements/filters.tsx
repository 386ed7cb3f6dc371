import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ExportMenu } from '../../../transfers/export-menu.tsx';
import { useCoinOptions } from '../../../transfers/use-coin-options.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { formatLongDay, isDayText, todayInTehran } from '../../../ui/fields/date-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { type ChosenFilter, FilterBar } from '../../../ui/tables/filter-bar.tsx';
import { LISTED_KINDS, type MovementFilter, NO_FILTER, toQueryParams } from './filter.ts';
import css from './movements.module.css';

const FIRST_DAY = '2020-01-01';

interface FiltersProps {
  filter: MovementFilter;
  onChange: (filter: MovementFilter) => void;
  dateError: string | null;
}

const EMPTY_DAYS = { from: '', to: '' };

export function MovementFilters({ filter, onChange, dateError }: FiltersProps) {
  const t = useTranslations('wallet.movements');
  const { digits } = useFormat();
  const coins = useCoinOptions(t('allCoins'), { toman: true });
  const today = todayInTehran();
  // Incomplete dates, which the address can't store.
  const [typedDays, setTypedDays] = useState(EMPTY_DAYS);
  const typeDay = (field: 'from' | 'to', value: string) => {
    const isComplete = value === '' || isDayText(value);
    setTypedDays({ ...typedDays, [field]: isComplete ? '' : value });
    if (isComplete) onChange({ ...filter, [field]: value });
  };
  const renderDayField = (field: 'from' | 'to') => (
    <Field label={t(field)} error={field === 'to' ? dateError : null} hint={typedDays[field] && t('notADay')}>
      <DateInput
        value={typedDays[field] || filter[field]}
        onChange={(value) => typeDay(field, value)}
        openLabel={t('openCalendar')}
        first={FIRST_DAY}
        last={today}
        around={today}
      />
    </Field>
  );
  const choose = (next: MovementFilter) => {
    setTypedDays(EMPTY_DAYS);
    onChange(next);
  };
  const chosenFilters = useChosenFilters(filter, choose);
  const { kind: movement, ...exportFilter } = toQueryParams(filter);
  return (
    <FilterBar
      words={{
        filters: t('filters'),
        chosen: t('chosen', { count: digits(chosenFilters.length) }),
        clear: t('clear'),
        show: t('show'),
      }}
      chosen={chosenFilters}
      onClear={() => choose(NO_FILTER)}
      className={css.filters}
      aside={
        <div className={css.file}>
          <ExportMenu kind="MOVEMENTS" filter={{ ...exportFilter, ...(movement && { movement }) }} />
        </div>
      }
    >
      <Field label={t('coin')}>
        <Select value={filter.coin} onChange={(coin) => onChange({ ...filter, coin })} options={coins} />
      </Field>
      <Field label={t('kindLabel')}>
        <Select
          value={filter.kind}
          onChange={(kind) => onChange({ ...filter, kind })}
          options={[
            { value: 'ALL' as MovementFilter['kind'], label: t('allKinds') },
            ...LISTED_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
          ]}
        />
      </Field>
      {renderDayField('from')}
      {renderDayField('to')}
    </FilterBar>
  );
}

/** Returns the active filters as texts, each with its remove action. */
function useChosenFilters(filter: MovementFilter, onChange: (next: MovementFilter) => void): ChosenFilter[] {
  const t = useTranslations('wallet.movements');
  const { coin, language } = useFormat();
  const labels: Record<keyof MovementFilter, string | null> = {
    coin: filter.coin === 'ALL' ? null : coin(filter.coin),
    kind: filter.kind === 'ALL' ? null : t(`kind.${filter.kind}`),
    from: filter.from && t('since', { day: formatLongDay(filter.from, language) }),
    to: filter.to && t('until', { day: formatLongDay(filter.to, language) }),
  };
  return (['coin', 'kind', 'from', 'to'] as const).flatMap((key) => {
    const label = labels[key];
    return label
      ? {
          key,
          label,
          removeLabel: t('remove', { what: label }),
          onRemove: () => onChange({ ...filter, [key]: NO_FILTER[key] }),
        }
      : [];
  });
}
