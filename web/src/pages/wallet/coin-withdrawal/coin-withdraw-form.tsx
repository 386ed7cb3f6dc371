import type { PaymentLinkTarget } from '@sarraf/domain';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import { getTagInAddress } from '../../../address-book/destination.ts';
import { NetworkField } from '../../../address-book/network-field.tsx';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { useWithdrawalErrorText } from '../withdrawal/use-error-text.ts';
import { useWithdrawPause } from '../withdrawal/use-withdraw-pause.ts';
import css from '../withdrawal/withdraw.module.css';
import { getErrorField } from '../withdrawal/withdraw-form.ts';
import { HoldNotice, WithdrawNotices } from '../withdrawal/withdraw-notices.tsx';
import { AddressField } from './address-field.tsx';
import { SavedAddressSuggestions } from './saved-first.tsx';
import { TagField } from './tag-field.tsx';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';
import { WithdrawFacts } from './withdraw-facts.tsx';

export const WITHDRAW_FORM = 'coin-withdraw';

interface CoinWithdrawFormProps {
  form: CoinWithdrawState;
  networks: readonly NetworkChoice[];
  balance: string;
  onView: (view: 'book' | 'scan') => void;
  onTarget: (target: PaymentLinkTarget) => void;
}

export function CoinWithdrawForm({ form, networks, balance, onView, onTarget }: CoinWithdrawFormProps) {
  const t = useTranslations('withdraw');
  const failure = useErrorMessages();
  const toErrorText = useWithdrawalErrorText(form.draft.asset);
  const pause = useWithdrawPause(form.draft.asset);
  const { network, draft, refusal } = form;
  const showsTag = network?.tagNeeded || draft.tag !== '' || getTagInAddress(draft) !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  /** Returns the field's error: the server's, or of its validation. */
  const getFieldError = (field: 'amount' | 'address' | 'tag'): string | null => {
    if (refusal?.place === field) return failure.text(refusal.error);
    return getErrorField(form.validationError) === field ? toErrorText(form.validationError) : null;
  };
  return (
    <form id={WITHDRAW_FORM} className={css.stack} onSubmit={submit} noValidate>
      <PauseNote pause={pause} />
      <HoldNotice terms={form.terms} />
      <SavedAddressSuggestions form={form} />
      <NetworkField
        label={t('network')}
        hint={t('networkHint')}
        closed={t('closed')}
        networks={networks}
        value={network?.tokenType ?? null}
        onChange={form.setNetwork}
      />
      {form.failed ? (
        <ErrorState text={failure.text(form.failed)} busy={form.waiting} onRetry={form.retry} />
      ) : (
        <>
          <AmountField form={form} balance={balance} error={getFieldError('amount')} />
          <AddressField form={form} error={getFieldError('address')} onView={onView} onTarget={onTarget} />
          {showsTag && <TagField form={form} error={getFieldError('tag')} />}
          {form.waiting ? <Skeleton height={120} className={css.block} /> : <WithdrawFacts form={form} />}
          <WithdrawNotices terms={form.terms} asset={form.draft.asset} />
        </>
      )}
      <AccessProblem text={refusal?.place === 'form' ? failure.text(refusal.error) : null} />
    </form>
  );
}

function AmountField(props: { form: CoinWithdrawState; balance: string; error: string | null }) {
  const { form, balance, error } = props;
  const t = useTranslations('withdraw');
  const format = useFormat();
  const { asset } = form.draft;
  const balanceText = format.money(balance, asset);
  return (
    <Field label={t('amount')} aside={t('balance', { amount: balanceText })} variant="inset" error={error}>
      <NumberInput
        size="l"
        value={form.draft.amount}
        onChange={(amount) => form.change({ amount })}
        decimals={form.decimals}
        placeholder={format.digits(0)}
      />
      <span className={css.unit}>{format.unit(asset)}</span>
      <button
        type="button"
        className={css.all}
        aria-label={t('allLabel')}
        disabled={form.bounds === null}
        onClick={form.fillAll}
      >
        {t('all')}
      </button>
    </Field>
  );
}
