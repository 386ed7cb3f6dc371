import { ASSETS } from '@sarraf/domain';
import { amountOf } from './money-words.ts';
import type { TradeNotice } from './notice.ts';
import type { WordsOf } from './words.ts';

/** What became of an order that waited, and what those bring whom a person has invited. */
export const TRADE_WORDS: WordsOf<TradeNotice> = {
  ORDER_FILLED: {
    fa: ({ side, coin, quote, amount, total }) => ({
      subject: side === 'buy' ? 'سفارش خرید شما کامل شد' : 'سفارش فروش شما کامل شد',
      lines: [
        side === 'buy'
          ? `سفارش خرید ${amountOf(coin, amount, 'fa')} شما در بازار ${ASSETS[quote].persianName} کامل انجام شد. با کارمزد ${amountOf(quote, total, 'fa')} پرداختید.`
          : `سفارش فروش ${amountOf(coin, amount, 'fa')} شما در بازار ${ASSETS[quote].persianName} کامل انجام شد. پس از کارمزد ${amountOf(quote, total, 'fa')} گرفتید.`,
      ],
      sms: `صرّاف: سفارش ${side === 'buy' ? 'خرید' : 'فروش'} ${amountOf(coin, amount, 'fa')} شما کامل انجام شد.`,
    }),
    en: ({ side, coin, quote, amount, total }) => ({
      subject: side === 'buy' ? 'Your buy order is filled' : 'Your sell order is filled',
      lines: [
        side === 'buy'
          ? `Your order to buy ${amountOf(coin, amount, 'en')} in the ${ASSETS[quote].englishName} market is filled. You paid ${amountOf(quote, total, 'en')}, fee included.`
          : `Your order to sell ${amountOf(coin, amount, 'en')} in the ${ASSETS[quote].englishName} market is filled. You received ${amountOf(quote, total, 'en')} after the fee.`,
      ],
      sms: `Sarraf: your order to ${side} ${amountOf(coin, amount, 'en')} is filled.`,
    }),
  },
  FIRST_REWARD: {
    fa: ({ asset, amount }) => ({
      subject: 'نخستین پاداش دعوت شما رسید',
      lines: [
        `یکی از کسانی که به صرّاف دعوت کرده‌اید معامله کرد و ${amountOf(asset, amount, 'fa')} به کیف پول شما افزوده شد.`,
        'از این پس از کارمزد هر معامله آن‌ها سهم می‌گیرید؛ جمع پاداش‌ها در صفحه دعوت از دوستان است.',
      ],
      sms: `صرّاف: نخستین پاداش دعوت شما، ${amountOf(asset, amount, 'fa')}، به کیف پولتان افزوده شد.`,
    }),
    en: ({ asset, amount }) => ({
      subject: 'Your first referral reward is here',
      lines: [
        `Somebody you invited to Sarraf has traded, and ${amountOf(asset, amount, 'en')} was added to your wallet.`,
        'From now on you get a share of the fee of each of their trades; the invite page has the sum of it.',
      ],
      sms: `Sarraf: your first referral reward, ${amountOf(asset, amount, 'en')}, was added to your wallet.`,
    }),
  },
};
