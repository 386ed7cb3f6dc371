import type { checkDeposit } from '@sarraf/domain/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { refetchMoney } from '../../../transfers/refresh-money.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import css from './coin-deposit.module.css';
import { type DepositSearchResult, toDepositSearchResult } from './incoming.ts';

/** Searches for a missed deposit (requirements §4 "Deposit check"). */
export function CheckDeposit({ coin, network }: { coin: string; network: NetworkChoice }) {
  const t = useTranslations('coinDeposit.check');
  const failure = useErrorMessages();
  const [open, setOpen] = useState(false);
  const [txid, setTxid] = useState('');
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async () =>
      toDepositSearchResult(
        (
          await call<typeof checkDeposit>('GET', '/wallets/check-confirmed-transaction', {
            query: {
              relatedCoin: coin,
              cryptoNetwork: network.tokenType,
              tokenType: network.tokenType,
              ...(txid.trim() !== '' && { txid: txid.trim() }),
            },
          })
        ).baseDTO,
      ),
    onSuccess: refetchMoney,
  });
  if (!open) {
    return (
      <Button
        variant="text"
        size="s"
        icon={<IconSearch size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
    );
  }
  const missing = network.txidNeeded && txid.trim() === '' ? t('needTxid') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && !isPending) mutate();
  };
  return (
    <form className={css.check} onSubmit={submit} noValidate aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <Text size="s" tone="faint">
        {t('text')}
      </Text>
      <Field
        label={t('txid')}
        hint={network.txidNeeded ? undefined : t('optional')}
        error={error ? failure.text(error) : null}
      >
        <TextInput
          latin
          autoComplete="off"
          maxLength={120}
          value={txid}
          onChange={(event) => {
            setTxid(event.target.value);
            reset();
          }}
        />
      </Field>
      <Button type="submit" variant="ghost" busy={isPending} disabledReason={missing}>
        {t('submit')}
      </Button>
      {data && <CheckOutcome found={data} coin={coin} />}
    </form>
  );
}

function CheckOutcome({ found, coin }: { found: DepositSearchResult; coin: string }) {
  const t = useTranslations('coinDeposit.check');
  const format = useFormat();
  if (found.kind === 'notRecognised') {
    return (
      <Callout tone="warn" live>
        {t('notRecognised')}
      </Callout>
    );
  }
  const amount = format.money(found.amount, coin);
  return (
    <Callout live>
      {found.kind === 'confirmed'
        ? t('confirmed', { amount })
        : t('unconfirmed', { amount, done: format.digits(found.done), needed: format.digits(found.needed) })}
    </Callout>
  );
}
