import { parseMarket, toLatinDigits } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { localDate } from '../lib/format/format.ts';
import { useFormat } from '../lib/format/use-format.ts';
import type { ReceiptSubject } from './use-issued-code.ts';

export interface ReceiptLine {
  key: string;
  label: string;
  value: string;
  /** Codes that stay left to right. */
  latin?: boolean;
  strong?: boolean;
}

export interface Receipt {
  coin: string;
  /** The kind of the transaction, such as "You bought". */
  did: string;
  amount: string;
  lines: readonly ReceiptLine[];
  of: ReceiptSubject;
  /** Link to repeat the transaction, and the key of its text. */
  again: { to: string; word: 'tradeAgain' | 'tradeIt' | 'withdrawAgain' };
}

/** Returns the content of a receipt, for the screen, the picture and the printout. */
export function useReceipt(order: Order): Receipt {
  const t = useTranslations('trade.receipt');
  const tFormat = useTranslations('format');
  const format = useFormat();
  const market = parseMarket(order.marketType);
  const coin = market?.coin ?? 'BITCOIN';
  const quote = market?.quote ?? 'TOMAN';
  const buy = order.orderType.endsWith('_BUY');
  const at = order.createdAtDateTime;
  const time = format.time(at, true);
  const formatDay = (calendar: 'fa' | 'en') => format.digits(toLatinDigits(localDate(at, calendar)));
  const amount = format.money(order.amount, coin);

  return {
    coin,
    did: buy ? t('bought') : t('sold'),
    of: { kind: 'TRADE', id: order.id, version: order.orderStatus },
    again: {
      to: `/profile/otc?coin=${coin}&side=${buy ? 'buy' : 'sell'}&quote=${quote}`,
      word: 'tradeAgain',
    },
    amount,
    lines: [
      { key: 'number', label: t('number'), value: order.number, latin: true },
      { key: 'jalali', label: t('jalali'), value: tFormat('dateTime', { date: formatDay('fa'), time }) },
      {
        key: 'gregorian',
        label: t('gregorian'),
        value: tFormat('dateTime', { date: formatDay('en'), time }),
      },
      { key: 'type', label: t('type'), value: buy ? t('buy') : t('sell') },
      { key: 'amount', label: t('amount'), value: amount },
      {
        key: 'price',
        label: t('price'),
        value: `${format.price(order.unitPrice, coin, quote)} ${format.unit(quote)}`,
      },
      { key: 'fee', label: t('fee'), value: format.money(order.wage, quote) },
      {
        key: 'total',
        label: buy ? t('paid') : t('received'),
        value: format.money(order.totalPrice, quote),
        strong: true,
      },
    ],
  };
}
