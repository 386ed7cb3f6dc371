import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { validateAddressDraft } from '../../../address-book/book.ts';
import { useAddAddress } from '../../../address-book/use-book.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import css from '../withdrawal/withdraw.module.css';
import { toWithdrawIntent } from '../withdrawal/withdraw-form.ts';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';

/** Offers to save a valid address that isn't saved yet. */
export function SaveAddress({ form }: { form: CoinWithdrawState }) {
  const t = useTranslations('withdraw');
  const failure = useErrorMessages();
  const [label, setLabel] = useState<string | null>(null);
  const { mutate, isPending, error, reset } = useAddAddress(() => {
    toast(t('save.done'), 'done');
    setLabel(null);
  });
  const { draft, network, saved } = form;
  // The saved address does not depend on the amount.
  const destination = network && toWithdrawIntent(draft);
  if (!destination || saved) return null;
  if (label === null) {
    return (
      <button type="button" className={css.pick} onClick={() => setLabel('')}>
        <IconBookmark size={16} aria-hidden />
        {t('save.open')}
      </button>
    );
  }
  const validationError = validateAddressDraft({ ...draft, label, tag: destination.tag ?? '' });
  const save = () => {
    if (validationError || isPending) return;
    const { relatedCoin, tokenType, destinationWalletAddress: address, tag } = destination;
    mutate({ label: label.trim(), relatedCoin, tokenType, address, ...(tag !== undefined && { tag }) });
  };
  const isDuplicate = error instanceof ApiError && error.code === 'CONFLICT';
  return (
    <div className={css.save}>
      <Field
        label={t('save.label')}
        hint={t('save.example')}
        error={error ? (isDuplicate ? t('addressBook.taken') : failure.text(error) || null) : null}
      >
        <TextInput
          maxLength={40}
          value={label}
          onChange={(event) => {
            setLabel(event.target.value);
            reset();
          }}
          onKeyDown={(event) => {
            // Enter here saves the address; it must not submit the withdrawal form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
      </Field>
      <Button
        variant="ghost"
        busy={isPending}
        disabledReason={validationError && !isPending ? t(`addressBook.error.${validationError}`) : null}
        onClick={save}
      >
        {t('save.submit')}
      </Button>
    </div>
  );
}
