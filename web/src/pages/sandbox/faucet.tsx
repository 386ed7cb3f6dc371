import type { SandboxChain } from '@sarraf/domain/contracts';
import { IconDroplet } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useNetworkName } from '../../transfers/use-network-name.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { validateFaucetDraft } from './chain-form.ts';
import css from './sandbox.module.css';
import { useChain } from './use-chains.ts';

const DECIMALS = 8;

/** Sends coins to any address; they wait for a block. */
export function Faucet({ chain }: { chain: SandboxChain }) {
  const t = useTranslations('sandbox.chains');
  const failure = useErrorMessages();
  const format = useFormat();
  const networkName = useNetworkName();
  const [coin, setCoin] = useState(chain.coins[0]?.relatedCoin ?? '');
  const [address, setAddress] = useState('');
  const [tag, setTag] = useState('');
  const [amount, setAmount] = useState('');
  const { faucet } = useChain(chain.chain);
  const draftError = validateFaucetDraft({ coin, address, amount });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draftError || faucet.isPending) return;
    const trimmedTag = tag.trim();
    faucet.mutate({
      relatedCoin: coin,
      address: address.trim(),
      amount,
      ...(trimmedTag !== '' && { tag: trimmedTag }),
    });
  };
  return (
    <form className={css.faucet} onSubmit={submit} noValidate aria-label={t('faucet')}>
      <h3>{t('faucet')}</h3>
      <Field label={t('coin')}>
        <Select
          value={coin}
          onChange={setCoin}
          options={chain.coins.map(({ relatedCoin, tokenType }) => ({
            value: relatedCoin,
            label: format.coin(relatedCoin),
            detail: networkName(tokenType),
            icon: <CoinIcon coin={relatedCoin} size={24} />,
          }))}
        />
      </Field>
      <Field label={t('address')} hint={t('addressHint')}>
        <TextInput
          latin
          autoComplete="off"
          maxLength={150}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      {chain.needsTag && (
        <Field label={t('tag')}>
          <TextInput
            latin
            autoComplete="off"
            maxLength={100}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
        </Field>
      )}
      <Field label={t('amount')} error={faucet.error ? failure.text(faucet.error) : null}>
        <NumberInput value={amount} onChange={setAmount} decimals={DECIMALS} />
      </Field>
      <Button
        type="submit"
        variant="ghost"
        icon={<IconDroplet size={18} aria-hidden />}
        busy={faucet.isPending}
        disabledReason={draftError && !faucet.isPending ? t(`error.${draftError}`) : null}
      >
        {t('send')}
      </Button>
      {faucet.data && <Callout live>{t('sent')}</Callout>}
    </form>
  );
}
