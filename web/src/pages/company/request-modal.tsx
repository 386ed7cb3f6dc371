import type { addPaymentRequest } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { isZero } from '../../lib/market/holdings.ts';
import { toast } from '../../lib/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './company.module.css';
import { refetchStore } from './queries.ts';

const EMPTY_DRAFT = { amount: '', orderNumber: '', description: '' };
const FORM = 'payment-request';

export function RequestModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('company.requests');
  const failure = useErrorMessages();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { amount, orderNumber, description } = draft;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      call<typeof addPaymentRequest>('POST', '/company/requests', {
        body: { amount, orderNumber, ...(description.trim() !== '' && { description }) },
      }),
    onSuccess: () => {
      refetchStore();
      toast(t('made'), 'done');
      setDraft(EMPTY_DRAFT);
      onClose();
    },
  });
  const change = (part: Partial<typeof EMPTY_DRAFT>) => {
    reset();
    setDraft({ ...draft, ...part });
  };
  const missing =
    amount === '' || isZero(amount) ? t('needAmount') : orderNumber.trim() === '' ? t('needOrder') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null && !isPending) mutate();
  };
  const isNumberUsed = error instanceof ApiError && error.code === 'CONFLICT';
  return (
    <Modal
      open={open}
      onClose={onClose}
      size="s"
      title={t('newTitle')}
      footer={
        <Button type="submit" form={FORM} block busy={isPending} disabledReason={missing}>
          {t('make')}
        </Button>
      }
    >
      <form id={FORM} className={css.stack} onSubmit={submit} noValidate>
        <Field label={t('amount')}>
          <NumberInput value={amount} onChange={(value) => change({ amount: value })} decimals={0} />
        </Field>
        <Field label={t('order')} error={isNumberUsed ? t('used') : null}>
          <TextInput
            name="orderNumber"
            maxLength={60}
            autoComplete="off"
            value={orderNumber}
            onChange={(event) => change({ orderNumber: event.target.value })}
          />
        </Field>
        <Field label={t('description')}>
          <TextInput
            name="description"
            maxLength={200}
            value={description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <AccessProblem text={error && !isNumberUsed ? failure.text(error) : null} />
      </form>
    </Modal>
  );
}
