import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/layout/card.tsx';
import { JudgedDigits, JudgedLines, JudgedText } from './fields.tsx';
import css from './form.module.css';
import type { AccountFormState } from './use-account-form.ts';

export function CompanyFields({ state }: { state: AccountFormState }) {
  const t = useTranslations('account');
  const { inIran } = state;
  return (
    <Card title={t('part.company')}>
      <div className={css.grid}>
        <JudgedText state={state} field="companyName" maxLength={120} autoComplete="organization" />
        {inIran ? (
          <JudgedDigits state={state} field="companyNationalId" max={11} />
        ) : (
          <JudgedText
            state={state}
            field="companyNationalId"
            maxLength={11}
            latin
            autoComplete="off"
            hint={t('hint.optional')}
          />
        )}
        <JudgedDigits state={state} field="companyPhone" max={11} autoComplete="off" />
        <JudgedLines state={state} field="companyAddress" hint={t('hint.address')} />
      </div>
    </Card>
  );
}
