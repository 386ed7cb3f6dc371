import { ASSETS } from '@sarraf/domain';
import type { Language } from '../identity/index.ts';
import { amountOf } from './money-words.ts';
import type { PriceNotice } from './notice.ts';
import { momentOf, type WordsOf } from './words.ts';

const AGAIN: Record<PriceNotice['repeat'], Record<Language, string>> = {
  ONCE: {
    fa: 'این هشدار یک‌باره بود. اگر باز هم لازمش دارید، آن را در بخش هشدارهای قیمت دوباره فعال کنید.',
    en: 'This alert was for one time. If you still need it, switch it on again under Price alerts.',
  },
  HOURLY: {
    fa: 'اگر قیمت برگردد و دوباره به اینجا برسد، باز هم خبرتان می‌کنیم؛ حداکثر ساعتی یک بار.',
    en: 'If the price goes back and gets here again, we tell you again, at most once an hour.',
  },
  DAILY: {
    fa: 'اگر قیمت برگردد و دوباره به اینجا برسد، باز هم خبرتان می‌کنیم؛ حداکثر روزی یک بار.',
    en: 'If the price goes back and gets here again, we tell you again, at most once a day.',
  },
};
const WHICH = {
  fa: 'قیمت، میانگین قیمت خرید و فروش در معامله سریع صرّاف است و شاید تا حالا عوض شده باشد.',
  en: 'The price is the middle of what buying and selling cost at Sarraf, and may have moved since.',
};

/** Prices that people wait for. */
export const ALERT_WORDS: WordsOf<PriceNotice> = {
  PRICE_ALERT: {
    fa: ({ coin, quote, direction, threshold, price, at, repeat }) => ({
      subject: `قیمت ${ASSETS[coin].persianName} به ${amountOf(quote, price, 'fa')} رسید`,
      lines: [
        `${momentOf(at, 'fa')}، قیمت ${ASSETS[coin].persianName} ${amountOf(quote, price, 'fa')} شد.`,
        `خواسته بودید وقتی به ${amountOf(quote, threshold, 'fa')} یا ${direction === 'ABOVE' ? 'بالاتر' : 'پایین‌تر'} رسید، خبرتان کنیم.`,
      ],
      next: [AGAIN[repeat].fa, WHICH.fa],
      sms: `صرّاف: قیمت ${ASSETS[coin].persianName} به ${amountOf(quote, price, 'fa')} رسید.`,
    }),
    en: ({ coin, quote, direction, threshold, price, at, repeat }) => ({
      subject: `${ASSETS[coin].englishName} is at ${amountOf(quote, price, 'en')}`,
      lines: [
        `On ${momentOf(at, 'en')}, the price of ${ASSETS[coin].englishName} was ${amountOf(quote, price, 'en')}.`,
        `You asked to be told when it reaches ${amountOf(quote, threshold, 'en')} or ${direction === 'ABOVE' ? 'more' : 'less'}.`,
      ],
      next: [AGAIN[repeat].en, WHICH.en],
      sms: `Sarraf: the price of ${ASSETS[coin].englishName} has reached ${amountOf(quote, price, 'en')}.`,
    }),
  },
};
