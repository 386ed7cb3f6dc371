import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/layout/card.tsx';
import { ValidatedDigitsField, ValidatedTextArea, ValidatedTextField } from './fields.tsx';
import css from './form.module.css';
import type { AccountFormState } from './use-account-form.ts';

export function CompanyFields({ state }: { state: AccountFormState }) {
  const t = useTranslations('account');
  const { inIran } = state;
  return (
    <Card title={t('part.company')}>
      <div className={css.grid}>
        <ValidatedTextField state={state} field="companyName" maxLength={120} autoComplete="organization" />
        {inIran ? (
          <ValidatedDigitsField state={state} field="companyNationalId" max={11} />
        ) : (
          <ValidatedTextField
            state={state}
            field="companyNationalId"
            maxLength={11}
            latin
            autoComplete="off"
            hint={t('hint.optional')}
          />
        )}
        <ValidatedDigitsField state={state} field="companyPhone" max={11} autoComplete="off" />
        <ValidatedTextArea state={state} field="companyAddress" hint={t('hint.address')} />
      </div>
    </Card>
  );
}
