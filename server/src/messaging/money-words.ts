import { ASSETS, type Asset, groupThousands, shortAddress, toPersianDigits } from '@sarraf/domain';
import type { Language, WithdrawalWords } from '../identity/index.ts';
import type { Part } from './letter.ts';
import type { MoneyNotice, Notice } from './notice.ts';
import { heldShort, leftToRight, momentOf, type WordsOf } from './words.ts';

/** ۱٬۲۳۴٫۵ بیت‌کوین; 1,234.5 Bitcoin; Toman are whole. */
export function amountOf(asset: Asset, amount: string, language: Language): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  // Zeros at the end say nothing to a reader.
  const shown = asset === 'TOMAN' ? '' : fraction.replace(/0+$/, '');
  const grouped = groupThousands(shown === '' ? whole : `${whole}.${shown}`);
  if (language === 'en') return `${grouped} ${ASSETS[asset].englishName}`;
  return `${toPersianDigits(grouped).replaceAll(',', '٬').replace('.', '٫')} ${ASSETS[asset].persianName}`;
}

/** Addresses are Latin: in a Persian sentence they must not be turned round. */
const place = (text: string, language: Language): string => (language === 'fa' ? leftToRight(text) : text);

/** What a code lets go, for an SMS: one line. */
export const withdrawalLine = ({ asset, amount, to }: WithdrawalWords, language: Language): string => {
  if (language === 'fa') {
    const what = amount === null ? STANDING.fa(asset) : `برداشت ${amountOf(asset, amount, 'fa')}`;
    return `${what} به ${leftToRight(shortPlace(to))}`;
  }
  const what = amount === null ? STANDING.en(asset) : `Withdrawal of ${amountOf(asset, amount, 'en')}`;
  return `${what} to ${shortPlace(to)}`;
};

/** What a shop's place gets, from now on. */
const STANDING = {
  fa: (asset: Asset) => `همه تسویه‌های فروشگاه به ${ASSETS[asset].persianName}`,
  en: (asset: Asset) => `All settlements of your store in ${ASSETS[asset].englishName}`,
};

/** IR57********************0101 → IR57...0101. */
const shortPlace = (to: string): string => shortAddress(to.replace(/\*+/, '...'));

const LABELS = {
  fa: { amount: 'مقدار', to: 'به مقصد', tag: 'تگ یا ممو', txid: 'شناسه تراکنش', reason: 'دلیل' },
  en: { amount: 'Amount', to: 'Destination', tag: 'Tag or memo', txid: 'Transaction id', reason: 'Reason' },
};

/** The same for a letter: with the whole address. */
export function withdrawalParts({ asset, amount, to, tag }: WithdrawalWords, language: Language): Part[] {
  const labels = LABELS[language];
  const rows = [
    [labels.amount, amount === null ? STANDING[language](asset) : amountOf(asset, amount, language)],
    [labels.to, place(to, language)],
    ...(tag === null ? [] : [[labels.tag, place(tag, language)]]),
  ];
  return [{ kind: 'list', items: rows.map(([label, text]) => `${label}: ${text}`) }];
}

/** What a notice about money carries below what it says. */
export function moneyParticulars(notice: Notice, language: Language): Part[] {
  if (notice.kind === 'WITHDRAWAL_SENT')
    return [{ kind: 'quote', label: LABELS[language].txid, text: place(notice.txid, language) }];
  if (notice.kind !== 'WITHDRAWAL_REFUSED' && notice.kind !== 'WITHDRAWAL_RETURNED') return [];
  const reason = notice.reason.trim();
  return reason === '' ? [] : [{ kind: 'quote', label: LABELS[language].reason, text: reason }];
}

const RESCUE = {
  fa: 'اگر شما نبودید، همین حالا در کیف پول آن را لغو کنید، رمز عبور را عوض کنید و به پشتیبانی خبر دهید.',
  en: "If it wasn't you, cancel it in your wallet now, change your password and tell support.",
};
const SHORT_RESCUE = {
  fa: 'شما نبودید؟ همین حالا لغو کنید.',
  en: 'Not you? Cancel it now.',
};
const NOT_YOU = {
  fa: 'اگر شما نبودید، همین حالا رمز عبور را عوض کنید و به پشتیبانی خبر دهید.',
  en: "If it wasn't you, change your password now and tell support.",
};
const TELL_SUPPORT = { fa: 'شما نبودید؟ به پشتیبانی خبر دهید.', en: 'Not you? Tell support now.' };

/** What came in and what went out. */
export const MONEY_WORDS: WordsOf<MoneyNotice> = {
  DEPOSIT_SEEN: {
    fa: ({ asset, amount }) => ({
      subject: 'واریز شما در شبکه دیده شد',
      lines: [
        `واریز ${amountOf(asset, amount, 'fa')} به نشانی شما در شبکه دیده شد و پس از تأیید شبکه به کیف پولتان می‌نشیند.`,
      ],
      sms: `صرّاف: واریز ${amountOf(asset, amount, 'fa')} در شبکه دیده شد و پس از تأیید به کیف پول شما می‌نشیند.`,
    }),
    en: ({ asset, amount }) => ({
      subject: 'Your deposit is on its way',
      lines: [
        `A deposit of ${amountOf(asset, amount, 'en')} to your address was seen on the network. It is added to your wallet once the network has confirmed it.`,
      ],
      sms: `Sarraf: a deposit of ${amountOf(asset, amount, 'en')} was seen and waits for confirmations.`,
    }),
  },
  DEPOSIT_CREDITED: {
    fa: ({ asset, amount }) => ({
      subject: 'واریز شما به کیف پول نشست',
      lines: [`${amountOf(asset, amount, 'fa')} به کیف پول شما در صرّاف واریز شد و اکنون در دسترس است.`],
      sms: `صرّاف: ${amountOf(asset, amount, 'fa')} به کیف پول شما واریز شد.`,
    }),
    en: ({ asset, amount }) => ({
      subject: 'Your deposit has arrived',
      lines: [`${amountOf(asset, amount, 'en')} was added to your Sarraf wallet and can be used now.`],
      sms: `Sarraf: ${amountOf(asset, amount, 'en')} was added to your wallet.`,
    }),
  },
  DEPOSIT_REVERSED: {
    fa: ({ asset, amount }) => ({
      subject: 'یک واریز شما برگشت خورد',
      lines: [
        `شبکه، واریز ${amountOf(asset, amount, 'fa')} به کیف پول شما را پس گرفت؛ این مبلغ از موجودی شما کم شد.`,
      ],
      next: ['اگر تراکنش دوباره در شبکه تأیید شود، واریز هم خودبه‌خود برمی‌گردد.'],
      sms: `صرّاف: شبکه، واریز ${amountOf(asset, amount, 'fa')} شما را پس گرفت و از موجودی شما کم شد.`,
    }),
    en: ({ asset, amount }) => ({
      subject: 'A deposit of yours was reversed',
      lines: [
        `The network took back the deposit of ${amountOf(asset, amount, 'en')} to your wallet, so it was taken from your balance.`,
      ],
      next: ['If the transaction is confirmed again, the deposit comes back by itself.'],
      sms: `Sarraf: the network took back your deposit of ${amountOf(asset, amount, 'en')}; your balance was reduced.`,
    }),
  },
  WITHDRAWAL_REQUESTED: {
    fa: ({ asset, amount, to }) => ({
      subject: 'درخواست برداشت شما ثبت شد',
      lines: [
        `درخواست برداشت ${amountOf(asset, amount, 'fa')} از کیف پول شما به مقصد ${leftToRight(to)} ثبت شد.`,
      ],
      notYou: RESCUE.fa,
      sms: `صرّاف: برداشت ${amountOf(asset, amount, 'fa')} به ${leftToRight(to)} ثبت شد. ${SHORT_RESCUE.fa}`,
    }),
    en: ({ asset, amount, to }) => ({
      subject: 'Your withdrawal was requested',
      lines: [`A withdrawal of ${amountOf(asset, amount, 'en')} from your wallet to ${to} was requested.`],
      notYou: RESCUE.en,
      sms: `Sarraf: a withdrawal of ${amountOf(asset, amount, 'en')} to ${to} was requested. ${SHORT_RESCUE.en}`,
    }),
  },
  WITHDRAWAL_SENT: {
    fa: ({ asset, amount, to }) => ({
      subject: 'برداشت شما انجام شد',
      lines: [`${amountOf(asset, amount, 'fa')} به مقصد ${leftToRight(to)} فرستاده و در شبکه تأیید شد.`],
      notYou: NOT_YOU.fa,
      sms: `صرّاف: برداشت ${amountOf(asset, amount, 'fa')} به ${leftToRight(to)} انجام شد. ${TELL_SUPPORT.fa}`,
    }),
    en: ({ asset, amount, to }) => ({
      subject: 'Your withdrawal is done',
      lines: [`${amountOf(asset, amount, 'en')} was sent to ${to} and the network has confirmed it.`],
      notYou: NOT_YOU.en,
      sms: `Sarraf: your withdrawal of ${amountOf(asset, amount, 'en')} to ${to} is done. ${TELL_SUPPORT.en}`,
    }),
  },
  WITHDRAWAL_REFUSED: {
    fa: ({ asset, amount }) => ({
      subject: 'برداشت شما پذیرفته نشد',
      lines: [
        `درخواست برداشت ${amountOf(asset, amount, 'fa')} بررسی و پذیرفته نشد. همه مبلغ به کیف پول شما برگشت.`,
      ],
      sms: `صرّاف: برداشت ${amountOf(asset, amount, 'fa')} پذیرفته نشد و مبلغ به کیف پول شما برگشت. دلیل آن در ایمیل شماست.`,
    }),
    en: ({ asset, amount }) => ({
      subject: 'Your withdrawal was refused',
      lines: [
        `Your withdrawal of ${amountOf(asset, amount, 'en')} was looked at and refused. The whole amount is back in your wallet.`,
      ],
      sms: `Sarraf: your withdrawal of ${amountOf(asset, amount, 'en')} was refused; the amount is back in your wallet. An e-mail says why.`,
    }),
  },
  WITHDRAWAL_FAILED: {
    fa: ({ asset, amount, to }) => ({
      subject: 'برداشت شما انجام نشد',
      lines: [
        `شبکه برداشت ${amountOf(asset, amount, 'fa')} به مقصد ${leftToRight(to)} را انجام نداد. همه مبلغ با کارمزد آن به کیف پول شما برگشت.`,
      ],
      next: ['پیش از برداشت دوباره، از گیرنده بپرسید که این نشانی رمزارز را می‌پذیرد یا نه.'],
      sms: `صرّاف: شبکه برداشت ${amountOf(asset, amount, 'fa')} را انجام نداد و همه مبلغ به کیف پول شما برگشت.`,
    }),
    en: ({ asset, amount, to }) => ({
      subject: 'Your withdrawal failed',
      lines: [
        `The network didn't carry out your withdrawal of ${amountOf(asset, amount, 'en')} to ${to}. The whole amount and its fee are back in your wallet.`,
      ],
      next: ['Before you withdraw again, ask the recipient whether this address takes coins.'],
      sms: `Sarraf: the network didn't carry out your withdrawal of ${amountOf(asset, amount, 'en')}; all of it is back in your wallet.`,
    }),
  },
  WITHDRAWAL_PAID: {
    fa: ({ amount, to }) => ({
      subject: 'برداشت تومان شما واریز شد',
      lines: [`${amountOf('TOMAN', amount, 'fa')} به حساب بانکی شما با شبای ${leftToRight(to)} واریز شد.`],
      notYou: NOT_YOU.fa,
      sms: `صرّاف: ${amountOf('TOMAN', amount, 'fa')} به حساب ${leftToRight(to)} واریز شد.`,
    }),
    en: ({ amount, to }) => ({
      subject: 'Your Toman withdrawal was paid',
      lines: [`${amountOf('TOMAN', amount, 'en')} was paid to your bank account ${to}.`],
      notYou: NOT_YOU.en,
      sms: `Sarraf: ${amountOf('TOMAN', amount, 'en')} was paid to your account ${to}.`,
    }),
  },
  WITHDRAWAL_RETURNED: {
    fa: ({ amount, to }) => ({
      subject: 'بانک برداشت شما را برگرداند',
      lines: [
        `بانک ${amountOf('TOMAN', amount, 'fa')} را به حساب ${leftToRight(to)} واریز نکرد. همه مبلغ به کیف پول شما برگشت.`,
      ],
      next: ['حساب بانکی خود را بررسی کنید و در صورت نیاز حساب دیگری بیفزایید.'],
      sms: `صرّاف: بانک برداشت ${amountOf('TOMAN', amount, 'fa')} را برگرداند و مبلغ در کیف پول شماست.`,
    }),
    en: ({ amount, to }) => ({
      subject: 'The bank returned your withdrawal',
      lines: [
        `The bank didn't pay ${amountOf('TOMAN', amount, 'en')} to your account ${to}. The whole amount is back in your wallet.`,
      ],
      next: ['Check your bank account, and add another one if needed.'],
      sms: `Sarraf: the bank returned your withdrawal of ${amountOf('TOMAN', amount, 'en')}; it is back in your wallet.`,
    }),
  },
  ADDRESS_SAVED: {
    fa: ({ asset, label, to }) => ({
      subject: 'نشانی تازه‌ای ذخیره شد',
      lines: [
        `نشانی ${leftToRight(to)} برای برداشت ${ASSETS[asset].persianName} با نام «${isolated(label)}» در دفترچه شما ذخیره شد.`,
      ],
      notYou: NOT_YOU.fa,
      sms: `صرّاف: نشانی ${leftToRight(to)} برای برداشت ${ASSETS[asset].persianName} ذخیره شد. ${TELL_SUPPORT.fa}`,
    }),
    en: ({ asset, label, to }) => ({
      subject: 'A new address was saved',
      lines: [
        `The address ${to} for withdrawals of ${ASSETS[asset].englishName} was saved in your book as "${isolated(label)}".`,
      ],
      notYou: NOT_YOU.en,
      sms: `Sarraf: the address ${to} for ${ASSETS[asset].englishName} was saved in your book. ${TELL_SUPPORT.en}`,
    }),
  },
  WHITELIST_CHANGED: {
    fa: ({ on, heldUntil }) => ({
      subject: on ? 'برداشت فقط به نشانی‌های ذخیره‌شده' : 'برداشت به هر نشانی باز شد',
      lines: [
        on
          ? 'از این پس رمزارز فقط به نشانی‌های دفترچه شما برداشت می‌شود و نشانی تازه پس از ۲۴ ساعت کار می‌کند.'
          : 'محدودیت برداشت به نشانی‌های دفترچه برداشته شد؛ رمزارز به هر نشانی برداشت می‌شود.',
      ],
      notYou: NOT_YOU.fa,
      sms: on
        ? `صرّاف: برداشت فقط به نشانی‌های ذخیره‌شده فعال شد. ${TELL_SUPPORT.fa}`
        : `صرّاف: برداشت به هر نشانی باز شد. ${heldUntil === null ? '' : `${heldShort(heldUntil, 'fa')} `}${TELL_SUPPORT.fa}`,
    }),
    en: ({ on, heldUntil }) => ({
      subject: on ? 'Withdrawals go to saved addresses alone' : 'Withdrawals may go to any address',
      lines: [
        on
          ? 'From now on coins leave to the addresses in your book alone, and a new address works after 24 hours.'
          : 'The restriction to the addresses in your book was lifted: coins may leave to any address.',
      ],
      notYou: NOT_YOU.en,
      sms: on
        ? `Sarraf: coins now leave to saved addresses alone. ${TELL_SUPPORT.en}`
        : `Sarraf: coins may now leave to any address. ${heldUntil === null ? '' : `${heldShort(heldUntil, 'en')} `}${TELL_SUPPORT.en}`,
    }),
  },
  STORE_PLACE_CHANGED: {
    fa: ({ asset, to, from }) => ({
      subject: 'مقصد تسویه فروشگاه شما عوض می‌شود',
      lines: [
        `از ${momentOf(from, 'fa')} تسویه‌های فروشگاه شما به ${ASSETS[asset].persianName} و به نشانی ${leftToRight(to)} فرستاده می‌شود. تا آن زمان مقصد پیشین برقرار است.`,
      ],
      notYou:
        'اگر این کار شما نبود، همین حالا در صفحه فروشگاه تغییر را برگردانید یا تسویه را نگه دارید و به پشتیبانی خبر دهید.',
      sms: `صرّاف: مقصد تسویه فروشگاه ۲۴ ساعت دیگر به ${leftToRight(to)} عوض می‌شود. ${TELL_SUPPORT.fa}`,
    }),
    en: ({ asset, to, from }) => ({
      subject: "Your store's settlements get a new address",
      lines: [
        `From ${momentOf(from, 'en')} on, your store's settlements go out in ${ASSETS[asset].englishName} to ${to}. Until then they go where they went before.`,
      ],
      notYou:
        "If it wasn't you, undo the change or pause the settlement on your store's page now, and tell support.",
      sms: `Sarraf: in 24 hours your store's settlements go to ${to}. ${TELL_SUPPORT.en}`,
    }),
  },
  STORE_PLACE_SET: {
    fa: ({ asset, to }) => ({
      subject: 'تسویه فروشگاه شما راه افتاد',
      lines: [
        `از این پس دریافتی‌های فروشگاه شما در پایان هر دوره به ${ASSETS[asset].persianName} تبدیل و به نشانی ${leftToRight(to)} فرستاده می‌شود.`,
      ],
      notYou: NOT_YOU.fa,
      sms: `صرّاف: تسویه فروشگاه به نشانی ${leftToRight(to)} فعال شد. ${TELL_SUPPORT.fa}`,
    }),
    en: ({ asset, to }) => ({
      subject: "Your store's settlement is set up",
      lines: [
        `From now on, what your store receives is turned into ${ASSETS[asset].englishName} at the end of each period and sent to ${to}.`,
      ],
      notYou: NOT_YOU.en,
      sms: `Sarraf: your store's settlements now go to ${to}. ${TELL_SUPPORT.en}`,
    }),
  },
  STORE_WAITS: {
    fa: ({ amount }) => ({
      subject: 'یک تسویه فروشگاه شما در انتظار است',
      lines: [
        `تسویه ${amountOf('TOMAN', amount, 'fa')} فروشگاه شما اکنون انجام نمی‌شود. پول شما محفوظ است و خودکار دوباره تلاش می‌کنیم؛ دلیل آن در صفحه فروشگاه نوشته شده است.`,
      ],
      sms: `صرّاف: تسویه ${amountOf('TOMAN', amount, 'fa')} فروشگاه در انتظار است و خودکار دوباره انجام می‌شود.`,
    }),
    en: ({ amount }) => ({
      subject: 'A settlement of your store is waiting',
      lines: [
        `The settlement of ${amountOf('TOMAN', amount, 'en')} of your store can't be done now. Your money is safe, and we try again by ourselves; your store's page says why.`,
      ],
      sms: `Sarraf: a settlement of ${amountOf('TOMAN', amount, 'en')} of your store is waiting; it is tried again by itself.`,
    }),
  },
  STORE_CARRIED: {
    fa: ({ amount }) => ({
      subject: 'دریافتی این دوره به دوره بعد رفت',
      lines: [
        `${amountOf('TOMAN', amount, 'fa')} دریافتی فروشگاه شما از حداقل خرید یا برداشت کمتر بود و به دوره بعد منتقل شد.`,
      ],
      sms: `صرّاف: ${amountOf('TOMAN', amount, 'fa')} دریافتی فروشگاه از حداقل تسویه کمتر بود و به دوره بعد رفت.`,
    }),
    en: ({ amount }) => ({
      subject: 'Receipts were carried over to the next period',
      lines: [
        `${amountOf('TOMAN', amount, 'en')} of your store's receipts were below the minimum purchase or withdrawal and were carried over to the next period.`,
      ],
      sms: `Sarraf: ${amountOf('TOMAN', amount, 'en')} of your store's receipts were below the minimum and wait for the next period.`,
    }),
  },
};

/** A name the person chose, in whatever script, as one line that keeps to itself. */
const isolated = (label: string): string => `\u2068${label.replace(/\s+/g, ' ')}\u2069`;
