import { addDays } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { todayInTehran } from '../../../ui/fields/date-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { PERIOD_PRESETS, type Period, type PeriodPreset, resolvePeriod, validatePeriod } from './periods.ts';
import own from './reports.module.css';

interface PeriodPickerProps {
  preset: PeriodPreset;
  custom: Period;
  onPreset: (preset: PeriodPreset) => void;
  onCustom: (period: Period) => void;
}

const YEARS_BACK = 366 * 5;

/** Selects a preset period, with its days as text, or two custom days. */
export function PeriodPicker({ preset, custom, onPreset, onCustom }: PeriodPickerProps) {
  const t = useTranslations('staffFigures.reports');
  const { date, language } = useFormat();
  const today = todayInTehran();
  const validationError = preset === 'CUSTOM' ? validatePeriod(custom) : null;
  const renderDayField = (field: keyof Period, openLabel: string) => (
    <Field label={t(field)} {...(validationError?.field === field && { error: t(validationError.code) })}>
      <DateInput
        value={custom[field]}
        onChange={(value) => onCustom({ ...custom, [field]: value })}
        openLabel={openLabel}
        first={addDays(today, -YEARS_BACK)}
        last={today}
        around={today}
      />
    </Field>
  );
  const presetPeriod = preset === 'CUSTOM' ? null : resolvePeriod(preset, today, language);
  const days =
    presetPeriod &&
    (presetPeriod.from === presetPeriod.to
      ? date(presetPeriod.to)
      : `${date(presetPeriod.from)} – ${date(presetPeriod.to)}`);
  return (
    <div className={own.period}>
      <Field label={t('period')} {...(days !== null && { hint: <bdi>{days}</bdi> })}>
        <Select
          value={preset}
          options={PERIOD_PRESETS.map((key) => ({ value: key, label: t(`preset.${key}`) }))}
          onChange={onPreset}
        />
      </Field>
      {preset === 'CUSTOM' && (
        <>
          {renderDayField('from', t('openFrom'))}
          {renderDayField('to', t('openTo'))}
        </>
      )}
    </div>
  );
}
