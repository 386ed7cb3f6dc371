import type { BankAccount } from '@sarraf/domain/contracts';
import { IconBuildingBank, IconClockHour4 } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCardBankName } from '../../../lib/payments/payments.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { ChoiceList } from '../../../ui/fields/choice-list.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { useWithdrawalErrorText } from '../withdrawal/use-error-text.ts';
import { useWithdrawPause } from '../withdrawal/use-withdraw-pause.ts';
import css from '../withdrawal/withdraw.module.css';
import { getErrorField } from '../withdrawal/withdraw-form.ts';
import { HoldNotice, WithdrawNotices } from '../withdrawal/withdraw-notices.tsx';
import type { TomanWithdrawState } from './use-toman-withdraw.ts';

export const TOMAN_FORM = 'toman-withdraw';

interface TomanFieldsProps {
  form: TomanWithdrawState;
  accounts: readonly BankAccount[];
  balance: string;
}

export function TomanFields({ form, accounts, balance }: TomanFieldsProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const failure = useErrorMessages();
  const bankOf = useCardBankName();
  const pause = useWithdrawPause('TOMAN');
  const { refusal, terms } = form;
  const getFieldError = (field: string) => (refusal?.place === field ? failure.text(refusal.error) : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form id={TOMAN_FORM} className={css.stack} onSubmit={submit} noValidate>
      <PauseNote pause={pause} />
      <HoldNotice terms={terms} />
      <AmountField form={form} balance={balance} refused={getFieldError('amount')} />
      <ChoiceList
        label={t('toman.account')}
        error={getFieldError('address')}
        icon={<IconBuildingBank size={22} aria-hidden />}
        value={form.accountId}
        onChange={form.setAccountId}
        options={accounts.map((account) => ({
          key: account.id,
          label: bankOf(account),
          note: <BankNumber masked={account.shebaCode} bare />,
        }))}
      />
      {terms && (
        <Facts
          className={css.facts ?? ''}
          facts={[
            { key: 'fee', label: t('bankFee'), value: <Money value={terms.fee} asset="TOMAN" /> },
            { key: 'today', label: t('leftToday'), value: <Money value={terms.leftToday} asset="TOMAN" /> },
            ...(terms.ownLimitUntil === null
              ? []
              : [
                  {
                    key: 'own',
                    label: t('ownLimitUntil'),
                    value: <bdi>{format.dateTime(terms.ownLimitUntil)}</bdi>,
                  },
                ]),
            {
              key: 'receives',
              label: t('receives'),
              value: <Money value={form.receives} asset="TOMAN" />,
              strong: true,
            },
          ]}
        />
      )}
      <Callout
        icon={<IconClockHour4 size={20} aria-hidden />}
        title={
          terms?.promisedAtDateTime &&
          t('toman.promised', { time: format.dateTime(terms.promisedAtDateTime) })
        }
      >
        {t('toman.daily')}
      </Callout>
      <WithdrawNotices terms={terms} asset="TOMAN" />
      <AccessProblem text={getFieldError('form') ?? getFieldError('tag')} />
    </form>
  );
}

function AmountField(props: { form: TomanWithdrawState; balance: string; refused: string | null }) {
  const { form, balance, refused } = props;
  const t = useTranslations('withdraw');
  const format = useFormat();
  const toErrorText = useWithdrawalErrorText('TOMAN');
  const error = getErrorField(form.validationError) === 'amount' ? toErrorText(form.validationError) : null;
  return (
    <Field
      label={t('toman.amount')}
      aside={t('balance', { amount: format.money(balance, 'TOMAN') })}
      variant="inset"
      error={refused ?? error}
    >
      <NumberInput
        size="l"
        value={form.amount}
        onChange={form.setAmount}
        decimals={0}
        placeholder={format.digits(0)}
      />
      <span className={css.unit}>{format.unit('TOMAN')}</span>
      <button type="button" className={css.all} aria-label={t('allLabel')} onClick={form.fillAll}>
        {t('all')}
      </button>
    </Field>
  );
}
