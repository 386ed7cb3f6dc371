import { useTranslations } from 'use-intl';
import { TagText } from '../../../transfers/tag-text.tsx';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import type { CodePrompt, PendingCode } from './use-code-request.ts';
import css from './withdraw.module.css';

/** The amount, the fee, the received amount, and address and tag as the server parsed them and will sign them. */
export function WithdrawSummary({
  pending: { intent },
  prompt,
}: {
  pending: PendingCode;
  prompt: CodePrompt;
}) {
  const t = useTranslations('withdraw');
  const tFact = useTranslations('history.fact');
  const networkName = useNetworkName();
  const { relatedCoin: coin, tokenType, amount } = intent;
  const { destinationWalletAddress: address, tag } = prompt;
  const toman = coin === 'TOMAN';
  return (
    <div className={css.summary}>
      <Facts
        facts={[
          { key: 'leaves', label: t('leaves'), value: <Money value={amount} asset={coin} decimals={18} /> },
          {
            key: 'fee',
            label: t(toman ? 'bankFee' : 'fee'),
            value: <Money value={prompt.fee} asset={coin} decimals={18} />,
          },
          ...(toman ? [] : [{ key: 'network', label: t('network'), value: networkName(tokenType) }]),
          ...(tag === null
            ? []
            : [{ key: 'tag', label: tFact('tag'), value: <TagText tokenType={tokenType} tag={tag} /> }]),
          {
            key: 'receives',
            label: t('receives'),
            value: <Money value={prompt.receives} asset={coin} decimals={18} />,
            strong: true,
          },
        ]}
      />
      <div className={css.place}>
        <span>{t(toman ? 'code.sheba' : 'code.to')}</span>
        {toman ? <BankNumber masked={address} /> : <AddressText text={address} />}
      </div>
      {!toman && (
        <Text size="s" tone="warn">
          {t('code.final')}
        </Text>
      )}
    </div>
  );
}
