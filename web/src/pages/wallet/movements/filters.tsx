import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ExportMenu } from '../../../transfers/export-menu.tsx';
import { useCoinOptions } from '../../../transfers/use-coin-options.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { dayInWords, isDayText, todayInTehran } from '../../../ui/fields/date-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { type ChosenFilter, FilterBar } from '../../../ui/tables/filter-bar.tsx';
import { askedOf, LISTED_KINDS, type MovementFilter, NO_FILTER } from './filter.ts';
import css from './movements.module.css';

const FIRST = '2020-01-01';

interface FiltersProps {
  filter: MovementFilter;
  onChange: (filter: MovementFilter) => void;
  fault: string | null;
}

const NOTHING_TYPED = { from: '', to: '' };

export function MovementFilters({ filter, onChange, fault }: FiltersProps) {
  const t = useTranslations('wallet.movements');
  const { digits } = useFormat();
  const coins = useCoinOptions(t('allCoins'), { toman: true });
  const today = todayInTehran();
  // Incomplete dates, which the address can't store.
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const typeDay = (field: 'from' | 'to', value: string) => {
    const whole = value === '' || isDayText(value);
    setTyped({ ...typed, [field]: whole ? '' : value });
    if (whole) onChange({ ...filter, [field]: value });
  };
  const day = (field: 'from' | 'to') => (
    <Field label={t(field)} error={field === 'to' ? fault : null} hint={typed[field] && t('notADay')}>
      <DateInput
        value={typed[field] || filter[field]}
        onChange={(value) => typeDay(field, value)}
        openLabel={t('openCalendar')}
        first={FIRST}
        last={today}
        around={today}
      />
    </Field>
  );
  const choose = (next: MovementFilter) => {
    setTyped(NOTHING_TYPED);
    onChange(next);
  };
  const chosen = useChosen(filter, choose);
  const { kind: movement, ...asked } = askedOf(filter);
  return (
    <FilterBar
      words={{
        filters: t('filters'),
        chosen: t('chosen', { count: digits(chosen.length) }),
        clear: t('clear'),
        show: t('show'),
      }}
      chosen={chosen}
      onClear={() => choose(NO_FILTER)}
      className={css.filters}
      aside={
        <div className={css.file}>
          <ExportMenu kind="MOVEMENTS" filter={{ ...asked, ...(movement && { movement }) }} />
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
      {day('from')}
      {day('to')}
    </FilterBar>
  );
}

/** Returns the active filters as texts, each with its remove action. */
function useChosen(filter: MovementFilter, choose: (next: MovementFilter) => void): ChosenFilter[] {
  const t = useTranslations('wallet.movements');
  const { coin, language } = useFormat();
  const labels: Record<keyof MovementFilter, string | null> = {
    coin: filter.coin === 'ALL' ? null : coin(filter.coin),
    kind: filter.kind === 'ALL' ? null : t(`kind.${filter.kind}`),
    from: filter.from && t('since', { day: dayInWords(filter.from, language) }),
    to: filter.to && t('until', { day: dayInWords(filter.to, language) }),
  };
  return (['coin', 'kind', 'from', 'to'] as const).flatMap((key) => {
    const label = labels[key];
    return label
      ? {
          key,
          label,
          removeLabel: t('remove', { what: label }),
          onRemove: () => choose({ ...filter, [key]: NO_FILTER[key] }),
        }
      : [];
  });
}
