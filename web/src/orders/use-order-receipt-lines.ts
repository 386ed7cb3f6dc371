import { parseMarket, toLatinDigits } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { localDate } from '../lib/format/format.ts';
import { useFormat } from '../lib/format/use-format.ts';
import type { Receipt, ReceiptLine } from '../receipts/use-receipt.ts';
import { getAveragePrice, hasTraded } from './order.ts';
import { useOrderStateText } from './use-order-state-text.ts';

/** Returns the content of the receipt of a limit or market order, for the screen, the picture and the printout. */
export function useOrderReceiptLines(order: Order): Receipt {
  const t = useTranslations('markets.order');
  const tTrade = useTranslations('trade.receipt');
  const tFormat = useTranslations('format');
  const format = useFormat();
  const state = useOrderStateText();
  const market = parseMarket(order.marketType);
  const coin = market?.coin ?? 'BITCOIN';
  const quote = market?.quote ?? 'TOMAN';
  const buy = order.orderType.endsWith('_BUY');
  const traded = hasTraded(order);
  const type = order.orderType as Exclude<Order['orderType'], `EXCHANGE_${string}`>;
  const formatPrice = (text: string) => `${format.price(text, coin, quote)} ${format.unit(quote)}`;
  const average = getAveragePrice(order);
  const createLine = (key: string, label: string, value: string): ReceiptLine => ({ key, label, value });

  return {
    coin,
    did: traded ? tTrade(buy ? 'bought' : 'sold') : t(`type.${type}`),
    amount: format.money(traded ? order.executedAmount : order.amount, coin),
    of: { kind: 'TRADE', id: order.id, version: `${order.orderStatus} ${order.executedAmount}` },
    again: { to: `/profile/trade/${quote}/${coin}`, word: 'tradeAgain' },
    lines: [
      { ...createLine('number', t('number'), order.number), latin: true },
      ...formatTimeLines(order.createdAtDateTime, format, {
        jalali: tTrade('jalali'),
        gregorian: tTrade('gregorian'),
        shape: tFormat,
      }),
      createLine('type', tTrade('type'), t(`type.${type}`)),
      createLine('state', t('status'), state(order)),
      createLine('asked', t('asked'), format.money(order.amount, coin)),
      ...(type.startsWith('LIMITED_') ? [createLine('limit', t('limit'), formatPrice(order.unitPrice))] : []),
      ...(order.displayAmount === null
        ? []
        : [createLine('display', t('display'), format.money(order.displayAmount, coin))]),
      ...(traded
        ? [
            createLine('done', t('done'), format.money(order.executedAmount, coin)),
            ...(average ? [createLine('average', t('average'), formatPrice(average))] : []),
            createLine('value', t('value'), format.money(order.executedPrice, quote)),
            createLine('fee', t('fee'), format.money(order.wage, quote)),
            {
              ...createLine('total', t(buy ? 'paid' : 'received'), format.money(order.totalPrice, quote)),
              strong: true,
            },
          ]
        : []),
    ],
  };
}

interface TimeTexts {
  jalali: string;
  gregorian: string;
  shape: ReturnType<typeof useTranslations<'format'>>;
}

/** Formats the time in both calendars, in every language. */
function formatTimeLines(iso: string, format: ReturnType<typeof useFormat>, texts: TimeTexts): ReceiptLine[] {
  const time = format.time(iso, true);
  const formatDay = (calendar: 'fa' | 'en') => format.digits(toLatinDigits(localDate(iso, calendar)));
  return [
    { key: 'jalali', label: texts.jalali, value: texts.shape('dateTime', { date: formatDay('fa'), time }) },
    {
      key: 'gregorian',
      label: texts.gregorian,
      value: texts.shape('dateTime', { date: formatDay('en'), time }),
    },
  ];
}
