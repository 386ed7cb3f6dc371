import { parseMarket, toLatinDigits } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { localDate } from '../lib/format/format.ts';
import { useFormat } from '../lib/format/use-format.ts';
import type { Receipt, ReceiptLine } from '../receipts/use-receipt.ts';
import { averageOf, hasTraded } from './order.ts';
import { useOrderState } from './use-order-words.ts';

/** Returns the content of the receipt of a limit or market order, for the screen, the picture and the printout. */
export function useOrderReceiptLines(order: Order): Receipt {
  const t = useTranslations('markets.order');
  const tTrade = useTranslations('trade.receipt');
  const tFormat = useTranslations('format');
  const format = useFormat();
  const state = useOrderState();
  const market = parseMarket(order.marketType);
  const coin = market?.coin ?? 'BITCOIN';
  const quote = market?.quote ?? 'TOMAN';
  const buy = order.orderType.endsWith('_BUY');
  const traded = hasTraded(order);
  const type = order.orderType as Exclude<Order['orderType'], `EXCHANGE_${string}`>;
  const price = (text: string) => `${format.price(text, coin, quote)} ${format.unit(quote)}`;
  const average = averageOf(order);
  const line = (key: string, label: string, value: string): ReceiptLine => ({ key, label, value });

  return {
    coin,
    did: traded ? tTrade(buy ? 'bought' : 'sold') : t(`type.${type}`),
    amount: format.money(traded ? order.executedAmount : order.amount, coin),
    of: { kind: 'TRADE', id: order.id, version: `${order.orderStatus} ${order.executedAmount}` },
    again: { to: `/profile/trade/${quote}/${coin}`, word: 'tradeAgain' },
    lines: [
      { ...line('number', t('number'), order.number), latin: true },
      ...timeLines(order.createdAtDateTime, format, {
        jalali: tTrade('jalali'),
        gregorian: tTrade('gregorian'),
        shape: tFormat,
      }),
      line('type', tTrade('type'), t(`type.${type}`)),
      line('state', t('status'), state(order)),
      line('asked', t('asked'), format.money(order.amount, coin)),
      ...(type.startsWith('LIMITED_') ? [line('limit', t('limit'), price(order.unitPrice))] : []),
      ...(order.displayAmount === null
        ? []
        : [line('display', t('display'), format.money(order.displayAmount, coin))]),
      ...(traded
        ? [
            line('done', t('done'), format.money(order.executedAmount, coin)),
            ...(average ? [line('average', t('average'), price(average))] : []),
            line('value', t('value'), format.money(order.executedPrice, quote)),
            line('fee', t('fee'), format.money(order.wage, quote)),
            {
              ...line('total', t(buy ? 'paid' : 'received'), format.money(order.totalPrice, quote)),
              strong: true,
            },
          ]
        : []),
    ],
  };
}

interface TimeWords {
  jalali: string;
  gregorian: string;
  shape: ReturnType<typeof useTranslations<'format'>>;
}

/** Formats the time in both calendars, in every language. */
function timeLines(iso: string, format: ReturnType<typeof useFormat>, words: TimeWords): ReceiptLine[] {
  const time = format.time(iso, true);
  const day = (calendar: 'fa' | 'en') => format.digits(toLatinDigits(localDate(iso, calendar)));
  return [
    { key: 'jalali', label: words.jalali, value: words.shape('dateTime', { date: day('fa'), time }) },
    { key: 'gregorian', label: words.gregorian, value: words.shape('dateTime', { date: day('en'), time }) },
  ];
}
