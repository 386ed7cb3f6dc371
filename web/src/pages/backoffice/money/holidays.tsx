import type { Holiday, holidays, removeHoliday, saveHoliday } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../../framework/i18n/language.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toPaginatedList } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { isDayText, todayInTehran } from '../../../ui/fields/date-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { getFirstDayOfYear, getLastDayOfYear, getYear, listGregorianYears } from '../shared/years.ts';

const EMPTY: Holiday = { day: '', title: '', provisional: false };

/** The server stores days by their Gregorian years. */
async function fetchHolidays(year: number, language: Language, signal: AbortSignal): Promise<Holiday[]> {
  const years = await Promise.all(
    listGregorianYears(year, language).map((gregorian) =>
      call<typeof holidays>('GET', '/backoffice/holidays', { query: { year: gregorian }, signal }),
    ),
  );
  return years.flatMap(({ content }) => content).filter(({ day }) => getYear(day, language) === year);
}

/** Days without bank payouts, in addition to Fridays. */
export function Holidays() {
  const t = useTranslations('treasury.holidays');
  const { digits, date, language } = useFormat();
  const thisYear = getYear(todayInTehran(), language);
  // Relative to the current year, so that the choice survives a change of language and calendar.
  const [yearOffset, setYearOffset] = useState(0);
  const year = thisYear + yearOffset;
  const [draft, setDraft] = useState<Holiday | null>(null);
  const [removeAction, setRemoveAction] = useState<StaffAction | null>(null);
  const query = useQuery({
    queryKey: ['backoffice', 'holidays', language, year],
    queryFn: ({ signal }) => fetchHolidays(year, language, signal),
  });
  const columns: Column<Holiday>[] = [
    { key: 'day', head: t('day'), headless: true, cell: ({ day }) => date(day) },
    { key: 'title', head: t('name'), headless: true, cell: ({ title }) => <span dir="auto">{title}</span> },
    {
      key: 'certain',
      head: t('certain'),
      headless: true,
      cell: ({ provisional }) => t(provisional ? 'provisional' : 'certain'),
    },
    {
      key: 'ways',
      head: <span className="hidden">{t('remove')}</span>,
      headless: true,
      end: true,
      cell: ({ day, title }) => (
        <Button
          variant="text"
          size="s"
          onClick={() =>
            setRemoveAction({
              title: t('removeTitle', { name: title }),
              text: date(day),
              confirm: t('remove'),
              successText: t('removed'),
              danger: true,
              run: () =>
                call<typeof removeHoliday>('DELETE', '/backoffice/holidays/:day', { params: { day } }),
            })
          }
        >
          {t('remove')}
        </Button>
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
        rowKey={({ day }) => day}
        empty={t('empty')}
        aside={
          <Cluster as="span" gap={3} justify="between" wrap>
            <Select
              label={t('year')}
              value={String(year)}
              options={[thisYear, thisYear + 1].map((year) => ({
                value: String(year),
                label: digits(year),
              }))}
              onChange={(key) => setYearOffset(Number.parseInt(key, 10) - thisYear)}
            />
            <Button variant="ghost" onClick={() => setDraft(EMPTY)}>
              {t('add')}
            </Button>
          </Cluster>
        }
      />
      <ActionDialog act={useHolidayAction(draft, setDraft)} onClose={() => setDraft(null)} />
      <ActionDialog act={removeAction} onClose={() => setRemoveAction(null)} />
    </>
  );
}

function useHolidayAction(draft: Holiday | null, onChange: (draft: Holiday) => void): StaffAction | null {
  const t = useTranslations('treasury.holidays');
  const language = useLanguage();
  const thisYear = getYear(todayInTehran(), language);
  if (!draft) return null;
  const { day, title, provisional } = draft;
  const validationError = !isDayText(day) ? t('dayNeeded') : title.trim().length < 2 ? t('nameNeeded') : null;
  return {
    title: t('add'),
    text: t('lead'),
    confirm: t('save'),
    successText: t('saved'),
    disabledReason: validationError,
    fields: (
      <>
        <Field label={t('day')}>
          <DateInput
            value={day}
            onChange={(value) => onChange({ ...draft, day: value })}
            openLabel={t('openCalendar')}
            first={getFirstDayOfYear(thisYear - 1, language)}
            last={getLastDayOfYear(thisYear + 3, language)}
            around={todayInTehran()}
          />
        </Field>
        <Field label={t('name')}>
          <TextInput
            value={title}
            maxLength={100}
            onChange={(event) => onChange({ ...draft, title: event.target.value })}
          />
        </Field>
        <Checkbox
          checked={provisional}
          onChange={(event) => onChange({ ...draft, provisional: event.target.checked })}
        >
          {t('provisional')}
        </Checkbox>
      </>
    ),
    run: () =>
      call<typeof saveHoliday>('PUT', '/backoffice/holidays', {
        body: { day, title: title.trim(), provisional },
      }),
  };
}
