import type { moveToColdAddress, Reserve } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { CoinAmount, useAmountText } from '../shared/coin-amount.tsx';
import { computeColdMove } from './cold-move.ts';

/** Asks for the amount to move to the cold wallet, and shows source, destination and who pays the network fee. */
export function ColdDialog({ reserve, onClose }: { reserve: Reserve | null; onClose: () => void }) {
  const t = useTranslations('treasury.treasury');
  const { coin } = useFormat();
  const amountText = useAmountText();
  const [amount, setAmount] = useState('');
  const move = reserve && computeColdMove(reserve, amount);
  const action: StaffAction | null = reserve && {
    title: t('toColdTitle', { coin: coin(reserve.relatedCoin) }),
    text:
      move?.error === null
        ? t('toColdTextOf', { amount: amountText(amount, reserve.relatedCoin) })
        : t('toColdText'),
    confirm: t('toCold'),
    successText: t('moved'),
    disabledReason: move?.error ? t(move.error) : null,
    fields: (
      <>
        <Field label={t('amount')}>
          <NumberInput value={amount} decimals={18} onChange={setAmount} />
        </Field>
        <ColdFacts reserve={reserve} left={move?.left ?? null} />
      </>
    ),
    run: () =>
      call<typeof moveToColdAddress>('POST', '/backoffice/move-to-cold', {
        body: { relatedCoin: reserve.relatedCoin, tokenType: reserve.tokenType, amount },
      }),
  };
  return (
    <ActionDialog
      act={action}
      onClose={() => {
        setAmount('');
        onClose();
      }}
    />
  );
}

function ColdFacts({ reserve, left }: { reserve: Reserve; left: string | null }) {
  const t = useTranslations('treasury.treasury');
  const networkName = useNetworkName();
  const { relatedCoin, tokenType, hot, coldAddress } = reserve;
  const formatCoins = (value: string | null) =>
    value === null ? '—' : <CoinAmount value={value} coin={relatedCoin} />;
  return (
    <Facts
      facts={[
        { key: 'network', label: t('network'), value: networkName(tokenType) },
        { key: 'hot', label: t('inHot'), value: formatCoins(hot) },
        { key: 'left', label: t('leftHot'), value: formatCoins(left) },
        ...(coldAddress === null
          ? []
          : [{ key: 'cold', label: t('coldAddress'), value: <AddressText text={coldAddress} /> }]),
      ]}
    />
  );
}
