import type { IdFormat } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { formatLongDay, isDayText, todayInTehran } from '../../../ui/fields/date-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ReadOnlyValue, ValidatedDigitsField, ValidatedField, ValidatedTextField } from './fields.tsx';
import css from './form.module.css';
import { FIRST_BIRTHDAY } from './form.ts';
import type { AccountFormState } from './use-account-form.ts';

/** Where the calendar opens: near the birthday of most new customers. */
const TYPICAL_BIRTHDAY = '1995-06-15';

interface PersonFieldsProps {
  state: AccountFormState;
  idFormats: readonly IdFormat[];
  onChangeEmail: () => void;
}

export function PersonFields({ state, idFormats, onChangeEmail }: PersonFieldsProps) {
  const t = useTranslations('account');
  const { draft, inIran, account } = state;
  const savedCodeHint =
    account.nationalCode &&
    t.rich('hint.nationalCodeKept', {
      code: account.nationalCode,
      b: (chunks) => <bdi dir="ltr">{chunks}</bdi>,
    });
  return (
    <Card title={t('part.person')}>
      <p className={css.lead}>{t(inIran ? 'part.personText' : 'part.personAbroad')}</p>
      <div className={css.grid}>
        <Field label={t('field.customerKind')}>
          <Select
            value={draft.customerKind}
            onChange={(kind) => state.setText('customerKind', kind)}
            options={(['REAL', 'COMPANY'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        </Field>
        <Field label={t('field.idFormatType')}>
          <Select
            value={draft.idFormatType}
            onChange={(format) => state.setText('idFormatType', format)}
            options={idFormats.map((value) => ({ value, label: t(`idFormats.${value}`) }))}
          />
        </Field>
        <ValidatedTextField state={state} field="firstName" maxLength={60} autoComplete="given-name" />
        <ValidatedTextField state={state} field="lastName" maxLength={60} autoComplete="family-name" />
        {inIran ? (
          <ValidatedDigitsField state={state} field="nationalCode" max={10} hint={savedCodeHint} />
        ) : (
          <ValidatedTextField
            state={state}
            field="nationalCode"
            maxLength={30}
            latin
            autoComplete="off"
            hint={savedCodeHint}
          />
        )}
        <Birthday state={state} />
        <ValidatedField
          state={state}
          field="email"
          wide
          aside={<ChangeLink text={t('details.change')} onClick={onChangeEmail} />}
        >
          <ReadOnlyValue latin>{account.email}</ReadOnlyValue>
        </ValidatedField>
      </div>
    </Card>
  );
}

function Birthday({ state }: { state: AccountFormState }) {
  const t = useTranslations('account.hint');
  const language = useLanguage();
  const { birthDay } = state.draft;
  return (
    <ValidatedField
      state={state}
      field="birthDay"
      hint={
        isDayText(birthDay) && !Number.isNaN(Date.parse(birthDay)) ? formatLongDay(birthDay, language) : null
      }
    >
      <DateInput
        name="birthDay"
        autoComplete="bday"
        placeholder={t('birthDayPattern')}
        openLabel={t('openCalendar')}
        value={birthDay}
        onChange={(day) => state.setText('birthDay', day)}
        first={FIRST_BIRTHDAY}
        last={todayInTehran()}
        around={TYPICAL_BIRTHDAY}
      />
    </ValidatedField>
  );
}
