import { IconAlertCircle, IconBuildingBank, IconCreditCard } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { groupCard } from '../../lib/payments.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import css from './deposit.module.css';
import { FORM_ID } from './deposit-button.tsx';
import { quickAmounts } from './deposit-form.ts';
import type { Deposit } from './use-deposit.ts';
import type { Terms } from './use-terms.ts';

export function DepositFields({ deposit, terms }: { deposit: Deposit; terms: Terms }) {
  const t = useTranslations('wallet');
  const { digits } = useFormat();
  const { text } = useFailure();
  const { refusal } = deposit;
  const said = (place: string) => (refusal?.place === place ? text(refusal.error) : null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!deposit.fault && !deposit.busy) deposit.start();
  };

  return (
    <form id={FORM_ID} className={css.form} onSubmit={submit} noValidate>
      <AmountField deposit={deposit} terms={terms} error={said('amount')} />
      <Choices
        label={t('deposit.cards')}
        hint={t('deposit.cardsHint')}
        error={said('card')}
        icon={<IconCreditCard size={22} aria-hidden />}
        value={deposit.cardId}
        onChange={deposit.setCardId}
        options={(terms.cards ?? []).map(({ id, cardNumber, bankName }) => ({
          key: id,
          label: bankName,
          detail: <bdi dir="ltr">{digits(groupCard(cardNumber))}</bdi>,
        }))}
      />
      <Choices
        label={t('deposit.gateway')}
        icon={<IconBuildingBank size={22} aria-hidden />}
        value={deposit.gateway ?? null}
        onChange={() => undefined}
        options={(terms.gateways ?? []).map((gateway) => ({ key: gateway, label: t(`gateway.${gateway}`) }))}
      />
      {said('form') && (
        <p className={css.refusal} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {said('form')}
        </p>
      )}
    </form>
  );
}

function AmountField({ deposit, terms, error }: { deposit: Deposit; terms: Terms; error: string | null }) {
  const t = useTranslations('wallet.deposit');
  const format = useFormat();
  const { limits } = terms;
  if (!limits) return null;
  const toman = (text: string) => format.amount(text, 'TOMAN');
  return (
    <div className={css.amount}>
      <Field
        label={t('amount')}
        aside={t('limits', { min: toman(limits.min), max: toman(limits.max) })}
        variant="inset"
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
        {quickAmounts(limits).map((amount) => (
          <button
            key={amount}
            type="button"
            className={css.chip}
            aria-pressed={deposit.amount === amount}
            onClick={() => deposit.setAmount(amount)}
          >
            {format.compact(amount)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface ChoicesProps {
  label: string;
  hint?: string;
  error?: string | null;
  icon: ReactNode;
  value: string | null;
  onChange: (key: string) => void;
  options: readonly { key: string; label: string; detail?: ReactNode }[];
}

/** One of a few, all in sight; a single one is shown chosen. */
function Choices({ label, hint, error, icon, value, onChange, options }: ChoicesProps) {
  const id = useId();
  const note = error || hint;
  return (
    <fieldset className={css.choices} aria-describedby={note ? `${id}-note` : undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.key} className={css.choice}>
          <input
            type="radio"
            name={id}
            value={option.key}
            checked={option.key === value}
            onChange={() => onChange(option.key)}
          />
          {icon}
          <span className={css.choiceName}>{option.label}</span>
          {option.detail}
        </label>
      ))}
      {note && (
        <p id={`${id}-note`} className={error ? css.refusal : css.hint} role={error ? 'alert' : undefined}>
          {error && <IconAlertCircle size={18} aria-hidden />}
          {note}
        </p>
      )}
    </fieldset>
  );
}
