import type { ReplyOf, statements } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { isInProgress, type StatementRequest } from './statement-queries.ts';
import css from './statements.module.css';

const LANGUAGES = ['fa', 'en'] as const;

interface StatementRequestFormProps {
  data: ReplyOf<typeof statements>;
  busy: boolean;
  onRequest: (request: StatementRequest) => void;
}

/** Requests a statement of a past tax year; Iran's tax year is the default. */
export function StatementRequestForm({ data, busy, onRequest }: StatementRequestFormProps) {
  const t = useTranslations('statement.ask');
  const { digits } = useFormat();
  const [calendar, setCalendar] = useState<StatementRequest['calendar']>('JALALI');
  const [lang, setLang] = useState<StatementRequest['lang']>(useLanguage());
  const years = data.years.find((one) => one.calendar === calendar)?.years ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const year = years.find((one) => one === chosen) ?? years[1] ?? years[0];
  if (year === undefined) return null;
  const request = { calendar, year, lang };
  const existing = data.content.find(
    (row) => row.calendar === calendar && row.year === year && row.lang === lang,
  );
  const isBeingCreated = existing !== undefined && isInProgress(existing);
  return (
    <Card title={t('title')}>
      <div className={css.form}>
        <div className={css.choice}>
          <Text as="span" size="s" tone="soft" weight={500} aria-hidden>
            {t('calendar')}
          </Text>
          <Segmented
            label={t('calendar')}
            segments={data.years.map(({ calendar: key }) => ({ key, label: t(key) }))}
            value={calendar}
            onChange={setCalendar}
            block
          />
        </div>
        <Field label={t('year')}>
          <Select
            value={String(year)}
            onChange={(next) => setChosen(Number.parseInt(next, 10))}
            options={years.map((one) => ({ value: String(one), label: digits(one) }))}
          />
        </Field>
        <div className={css.choice}>
          <Text as="span" size="s" tone="soft" weight={500} aria-hidden>
            {t('lang')}
          </Text>
          <Segmented
            label={t('lang')}
            segments={LANGUAGES.map((key) => ({ key, label: t(key) }))}
            value={lang}
            onChange={setLang}
            block
          />
        </div>
      </div>
      <p className={css.hint}>
        {existing?.state === 'READY' ? t('again') : year === years[0] ? t('running') : null}
      </p>
      <Button
        busy={busy}
        disabledReason={isBeingCreated ? t('making') : null}
        onClick={() => onRequest(request)}
        className={css.action ?? ''}
      >
        {t('action')}
      </Button>
      <p className="hidden" role="status">
        {isBeingCreated ? t('asked') : null}
      </p>
    </Card>
  );
}
