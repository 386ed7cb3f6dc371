import { findBankByCard, pausablesForFeature } from '@sarraf/domain';
import type { PaymentGateway, PublicCompany, payCompany } from '@sarraf/domain/contracts';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useLanguage } from '../../framework/i18n/language.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useIdempotencyKey } from '../../lib/api/idempotency.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { isZero } from '../../lib/market/holdings.ts';
import { usePause } from '../../lib/pauses.ts';
import { useCardPrefixes } from '../../lib/payments/card-banks.ts';
import { waitForGatewayPage } from '../../lib/payments/gateway-page.ts';
import { useOnPageRestore } from '../../lib/payments/use-return.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { PauseNote } from '../../ui/feedback/pause-note.tsx';
import { DigitsInput } from '../../ui/fields/digits-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './company-deposit.module.css';
import { createPaymentDraft, type PaymentDraft, validatePaymentDraft } from './form.ts';

export function PayForm({ company }: { company: PublicCompany }) {
  const t = useTranslations('company.payer');
  const format = useFormat();
  const failure = useErrorMessages();
  const [draft, setDraft] = useState<PaymentDraft>(() => createPaymentDraft(company));
  const [gateway, setGateway] = useState<PaymentGateway | null>(company.gateways[0] ?? null);
  const key = useIdempotencyKey(JSON.stringify([company.id, draft, gateway]));
  const [isChecking, setIsChecking] = useState(false);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: async (paymentGateway: PaymentGateway) => {
      const { baseDTO } = await call<typeof payCompany>('POST', '/wallets/transfer-toman-to-company', {
        body: {
          amount: draft.amount,
          cardNumber: draft.card,
          description: draft.description,
          companyId: company.id,
          paymentGateway,
          callBackURL: '/company-deposit/result',
          ...(company.request && { requestId: company.request.id }),
        },
        idempotencyKey: key.key(),
      });
      return waitForGatewayPage(baseDTO, () => setIsChecking(true));
    },
    onSuccess: (page) => {
      key.done();
      window.location.assign(page);
    },
    onError: (refused) => {
      // It was paid, cancelled or expired in the meantime: the page shows which.
      if (refused instanceof ApiError && refused.code === 'REQUEST_CLOSED')
        void queryClient.invalidateQueries({ queryKey: ['public-company', company.id] });
    },
    onSettled: () => setIsChecking(false),
  });
  useOnPageRestore(reset);
  const change = (part: Partial<PaymentDraft>) => {
    reset();
    setDraft((old) => ({ ...old, ...part }));
  };
  const draftError = validatePaymentDraft(draft, company);
  const paused = useTranslations('paused');
  const pause = usePause(pausablesForFeature('STORE_PAYMENT'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draftError === null && gateway !== null && !isPending && !isSuccess) mutate(gateway);
  };
  const isFixedRequest = company.request !== null;
  const money = isZero(draft.amount) ? '' : format.money(draft.amount, 'TOMAN');
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <PauseNote pause={pause} />
      {!isFixedRequest && (
        <AmountField company={company} draft={draft} onChange={(amount) => change({ amount })} />
      )}
      <CardField
        card={draft.card}
        error={draftError === 'BAD_CARD' ? t('error.BAD_CARD') : null}
        onChange={(card) => change({ card })}
      />
      {!isFixedRequest && (
        <Field label={t('description')} hint={t('descriptionHint')}>
          <TextInput
            name="description"
            maxLength={200}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
      )}
      {company.gateways.length > 1 && (
        <GatewayField gateways={company.gateways} value={gateway} onChange={setGateway} />
      )}
      {isChecking && <Callout live>{t('checking')}</Callout>}
      <AccessProblem text={error ? failure.text(error) : null} />
      <Button
        type="submit"
        size="l"
        block
        busy={isPending || isSuccess}
        icon={<IconLock size={18} aria-hidden />}
        disabledReason={pause ? paused('action') : draftError && t(`error.${draftError}`)}
      >
        {t('submit', { amount: money })}
      </Button>
      <p className={css.note}>{t('note')}</p>
    </Stack>
  );
}

interface AmountFieldProps {
  company: PublicCompany;
  draft: PaymentDraft;
  onChange: (amount: string) => void;
}

function AmountField({ company, draft, onChange }: AmountFieldProps) {
  const t = useTranslations('company.payer');
  const format = useFormat();
  const range = {
    min: format.amount(company.minAmount, 'TOMAN'),
    max: format.money(company.maxAmount, 'TOMAN'),
  };
  return (
    <Field label={t('amount')} aside={t('amountHint', range)} variant="inset">
      <NumberInput
        size="l"
        name="amount"
        value={draft.amount}
        onChange={onChange}
        decimals={0}
        placeholder={format.digits(0)}
      />
      <span className={css.unit}>{format.unit('TOMAN')}</span>
    </Field>
  );
}

interface GatewayFieldProps {
  gateways: readonly PaymentGateway[];
  value: PaymentGateway | null;
  onChange: (gateway: PaymentGateway) => void;
}

function GatewayField({ gateways, value, onChange }: GatewayFieldProps) {
  const t = useTranslations('company.payer');
  const names = useTranslations('wallet.gateway');
  return (
    <Field label={t('gateway')}>
      <Select
        value={value}
        onChange={onChange}
        options={gateways.map((gateway) => ({ value: gateway, label: names(gateway) }))}
      />
    </Field>
  );
}

interface CardFieldProps {
  card: string;
  error: string | null;
  onChange: (card: string) => void;
}

function CardField({ card, error, onChange }: CardFieldProps) {
  const t = useTranslations('company.payer');
  const language = useLanguage();
  const bank = findBankByCard(card, useCardPrefixes().prefixes);
  return (
    <Field label={t('card')} hint={t('cardHint')} error={error}>
      <DigitsInput
        name="cardNumber"
        autoComplete="cc-number"
        inputMode="numeric"
        max={16}
        group={4}
        value={card}
        onChange={onChange}
        after={bank && <span className={css.bank}>{bank[language]}</span>}
      />
    </Field>
  );
}
