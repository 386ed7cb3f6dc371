import { pausablesForFeature } from '@sarraf/domain';
import { IconAlertCircle, IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { isZero } from '../../../lib/market/holdings.ts';
import { usePause } from '../../../lib/pauses.ts';
import { useCardBankName } from '../../../lib/payments/payments.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { ChoiceList } from '../../../ui/fields/choice-list.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from './deposit.module.css';
import { FORM_ID } from './deposit-button.tsx';
import { listPresetAmounts } from './deposit-form.ts';
import type { TomanDepositState } from './use-deposit.ts';
import type { TomanDepositTerms } from './use-terms.ts';

export function DepositFields({ deposit, terms }: { deposit: TomanDepositState; terms: TomanDepositTerms }) {
  const t = useTranslations('wallet');
  const { digits } = useFormat();
  const { text } = useErrorMessages();
  const bankOf = useCardBankName();
  const pause = usePause(pausablesForFeature('TOMAN_DEPOSIT'));
  const { refusal } = deposit;
  const getFieldError = (field: string) => (refusal?.place === field ? text(refusal.error) : null);
  const holdHours = terms.terms?.holdHours ?? 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!deposit.validationError && !deposit.busy && !pause) deposit.start();
  };

  return (
    <Stack id={FORM_ID} as="form" gap={5} className={css.form} onSubmit={submit} noValidate>
      <PauseNote pause={pause} />
      <AmountField deposit={deposit} error={getFieldError('amount')} />
      <ChoiceList
        label={t('deposit.cards')}
        hint={t('deposit.cardsHint')}
        error={getFieldError('card')}
        icon={<IconCreditCard size={22} aria-hidden />}
        value={deposit.cardId}
        onChange={deposit.setCardId}
        options={(terms.cards ?? []).map((card) => ({
          key: card.id,
          label: bankOf(card),
          detail: <BankNumber masked={card.cardNumber} bare />,
        }))}
      />
      <ChoiceList
        label={t('deposit.gateway')}
        icon={<IconBuildingBank size={22} aria-hidden />}
        value={deposit.gateway ?? null}
        onChange={deposit.setGateway}
        options={(terms.terms?.gateways ?? []).map((gateway) => ({
          key: gateway,
          label: t(`gateway.${gateway}`),
        }))}
      />
      {holdHours > 0 && <Callout>{t('deposit.hold', { hours: digits(holdHours) })}</Callout>}
      {getFieldError('form') && (
        <Cluster as="p" gap={2} align="first" size="sm" tone="warn" role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {getFieldError('form')}
        </Cluster>
      )}
    </Stack>
  );
}

function AmountField({ deposit, error }: { deposit: TomanDepositState; error: string | null }) {
  const t = useTranslations('wallet.deposit');
  const format = useFormat();
  const { limits } = deposit;
  if (!limits) return null;
  const formatToman = (text: string) => format.amount(text, 'TOMAN');
  return (
    <Stack gap={3}>
      <Field
        label={t('amount')}
        aside={t('limits', { min: formatToman(limits.min), max: formatToman(limits.max) })}
        variant="inset"
        hint={isZero(limits.left) ? undefined : t('leftToday', { amount: formatToman(limits.left) })}
        error={error}
      >
        <NumberInput
          size="l"
          value={deposit.amount}
          onChange={deposit.setAmount}
          decimals={0}
          placeholder={format.digits(0)}
        />
        <span className={css.unit}>{format.unit('TOMAN')}</span>
      </Field>
      <fieldset className={css.quick}>
        <legend className="hidden">{t('quick')}</legend>
        {listPresetAmounts(limits).map((amount) => (
          <button
            key={amount}
            type="button"
            className={css.chip}
            aria-pressed={deposit.amount === amount}
            onClick={() => deposit.setAmount(amount)}
          >
            <Money value={amount} asset="TOMAN" compact />
          </button>
        ))}
      </fieldset>
    </Stack>
  );
}
