import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { Money } from '../../ui/money.tsx';
import { Code, Receipt, useTimeFacts } from './receipt.tsx';
import { tradeOf } from './trade.ts';
import { TradeName, UnitPrice } from './trade-columns.tsx';

export function TradeReceipt({ order, onClose }: { order: Order | null; onClose: () => void }) {
  const t = useTranslations('wallet.history.fact');
  const times = useTimeFacts();
  const facts = (shown: Order) => {
    const { side, coin, quote } = tradeOf(shown);
    return [
      { key: 'number', label: t('number'), value: <Code text={shown.number} copy={t('copyNumber')} /> },
      ...times(shown.createdAtDateTime),
      { key: 'amount', label: t('amount'), value: <Money value={shown.executedAmount} asset={coin} /> },
      { key: 'price', label: t('price'), value: <UnitPrice order={shown} /> },
      { key: 'whole', label: t('whole'), value: <Money value={shown.wholePrice} asset={quote} /> },
      { key: 'fee', label: t('fee'), value: <Money value={shown.wage} asset={quote} /> },
      {
        key: 'total',
        label: t(side === 'buy' ? 'paid' : 'received'),
        value: <Money value={shown.totalPrice} asset={quote} />,
        strong: true,
      },
    ];
  };
  return <Receipt of={order} onClose={onClose} head={(shown) => <TradeName order={shown} />} facts={facts} />;
}
