import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Receipt, ReceiptLine } from '../../receipts/use-receipt.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { AddressText } from '../../ui/values/address-text.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import css from '../transfers.module.css';
import { TxLink } from '../tx-link.tsx';

interface ReceiptViewProps {
  receipt: Receipt;
  /** The transaction's page on an explorer. */
  link?: string | null | undefined;
  /** The state, and what it means. */
  children: ReactNode;
}

/** A receipt on the screen, with copy buttons. */
export function ReceiptView({ receipt, link, children }: ReceiptViewProps) {
  const t = useTranslations('history.receipt');
  const tWallet = useTranslations('wallet.payment');
  const renderValue = ({ key, value, latin }: ReceiptLine): ReactNode => {
    switch (key) {
      case 'to':
        return <CopyableCode content={<AddressText text={value} />} text={value} copy={t('copyAddress')} />;
      case 'txid':
        return <TxLink txid={value} link={link} />;
      case 'tag':
        return (
          <CopyableCode content={<bdi className="latin">{value}</bdi>} text={value} copy={t('copyTag')} />
        );
      case 'tracking':
        return (
          <CopyableCode
            content={<bdi className="latin">{value}</bdi>}
            text={value}
            copy={tWallet('copyTracking')}
          />
        );
      case 'number':
        return (
          <CopyableCode content={<bdi className="latin">{value}</bdi>} text={value} copy={t('copyNumber')} />
        );
      default:
        return latin ? <bdi className="latin">{value}</bdi> : value;
    }
  };
  return (
    <>
      <div className={css.head}>
        <CoinIcon coin={receipt.coin} size={44} />
        <strong>{receipt.amount}</strong>
        {children}
      </div>
      <Facts
        className={css.facts ?? ''}
        facts={receipt.lines
          .filter(({ key }) => key !== 'state')
          .map((line) => ({
            key: line.key,
            label: line.label,
            value: renderValue(line),
            ...(line.strong && { strong: true }),
          }))}
      />
    </>
  );
}

function CopyableCode({ content, text, copy }: { content: ReactNode; text: string; copy: string }) {
  return (
    <span className={css.code}>
      <span>{content}</span>
      <CopyButton text={text} label={copy} />
    </span>
  );
}
