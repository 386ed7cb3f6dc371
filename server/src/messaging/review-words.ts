import type { AccountNotice } from '../identity/index.ts';
import type {
  LevelNotice,
  MoneyNotice,
  NewsNotice,
  Notice,
  PriceNotice,
  SupportNotice,
  TradeNotice,
} from './notice.ts';
import { heldShort, type WordsOf } from './words.ts';

const MEND = {
  fa: 'در صفحه حساب کاربری این موارد را اصلاح کنید و دوباره بفرستید. چیزی از دست نرفته است.',
  en: 'Correct this on your account page and send it again. Nothing is lost.',
};
const NOT_ASKED = {
  fa: 'اگر شما چنین درخواستی نداده‌اید، همین حالا به پشتیبانی خبر دهید تا لغو شود.',
  en: "If you didn't ask for it, tell support now, so that it is cancelled.",
};

const RECOVERY = {
  LOST_SECOND_FACTOR: {
    fa: 'تأیید دومرحله‌ای حساب به کد با ایمیل برمی‌گردد و کدهای بازیابی پاک می‌شوند.',
    en: 'the second step of signing in becomes a code by e-mail, and the recovery codes are deleted.',
  },
  LOST_MAILBOX: {
    fa: 'ایمیل حساب با نشانی تازه‌ای که داده‌اید عوض می‌شود.',
    en: 'the e-mail address of the account becomes the new one that you gave.',
  },
};

/** What our staff decided about a person. */
export const REVIEW_WORDS: WordsOf<
  Exclude<
    Notice,
    AccountNotice | MoneyNotice | SupportNotice | LevelNotice | PriceNotice | TradeNotice | NewsNotice
  >
> = {
  VERIFICATION_APPROVED: {
    fa: () => ({
      subject: 'احراز هویت شما تأیید شد',
      lines: ['اطلاعات و مدارک شما تأیید شد. اکنون می‌توانید در صرّاف واریز و معامله کنید.'],
      sms: 'صرّاف: احراز هویت شما تأیید شد. اکنون می‌توانید واریز و معامله کنید.',
    }),
    en: () => ({
      subject: 'Your identity is verified',
      lines: ['Your data and documents were approved. You can now deposit and trade at Sarraf.'],
      sms: 'Sarraf: your identity is verified. You can now deposit and trade.',
    }),
  },
  VERIFICATION_REFUSED: {
    fa: () => ({
      subject: 'احراز هویت شما هنوز تأیید نشد',
      lines: ['اطلاعات و مدارک شما را بررسی کردیم و هنوز نمی‌توانیم حساب را تأیید کنیم. دلیل:'],
      next: [MEND.fa],
      sms: 'صرّاف: احراز هویت شما هنوز تأیید نشد. دلیل آن در صفحه حساب کاربری و ایمیل شماست.',
    }),
    en: () => ({
      subject: "Your identity isn't verified yet",
      lines: ["We looked at your data and documents and can't verify your account yet, because:"],
      next: [MEND.en],
      sms: "Sarraf: your identity isn't verified yet. Your account page and an e-mail say why.",
    }),
  },
  CHANGE_APPROVED: {
    fa: () => ({
      subject: 'تغییر اطلاعات شما تأیید شد',
      lines: ['تغییری که در اطلاعات حساب خود در صرّاف داده بودید بررسی و تأیید شد.'],
      sms: 'صرّاف: تغییر اطلاعات حساب شما تأیید شد.',
    }),
    en: () => ({
      subject: 'The change of your data is approved',
      lines: ['The change that you made to the data of your Sarraf account was looked at and approved.'],
      sms: 'Sarraf: the change of your account data is approved.',
    }),
  },
  CHANGE_REFUSED: {
    fa: () => ({
      subject: 'تغییر اطلاعات شما تأیید نشد',
      lines: ['تغییری را که در اطلاعات حساب خود در صرّاف داده بودید بررسی کردیم و نپذیرفتیم. دلیل:'],
      next: [MEND.fa],
      sms: 'صرّاف: تغییر اطلاعات حساب شما تأیید نشد. دلیل آن در صفحه حساب کاربری و ایمیل شماست.',
    }),
    en: () => ({
      subject: 'The change of your data is not approved',
      lines: ["We looked at the change of your Sarraf account's data and can't approve it, because:"],
      next: [MEND.en],
      sms: 'Sarraf: the change of your account data is not approved. Your account page and an e-mail say why.',
    }),
  },
  COMPANY_APPROVED: {
    fa: () => ({
      subject: 'حساب شما شرکتی شد',
      lines: [
        'درخواست حساب شرکتی شما تأیید شد. فروشگاه شما آماده است: لینک پرداخت بسازید و از مشتریان به تومان پول بگیرید.',
        'کیف پول، سطح و سقف‌های حساب همان است که بود.',
      ],
      sms: 'صرّاف: حساب شما شرکتی شد و فروشگاه شما آماده است.',
    }),
    en: () => ({
      subject: 'Your account is a company account now',
      lines: [
        'Your request for a company account was approved. Your store is ready: share its payment link and take Toman from your customers.',
        'Your wallets, your level and your limits stay as they were.',
      ],
      sms: 'Sarraf: your account is a company account now, and your store is ready.',
    }),
  },
  COMPANY_REFUSED: {
    fa: () => ({
      subject: 'درخواست حساب شرکتی تأیید نشد',
      lines: ['درخواست حساب شرکتی شما را بررسی کردیم و هنوز نمی‌توانیم آن را تأیید کنیم. دلیل:'],
      next: ['حساب شما مثل قبل کار می‌کند. در صفحه شرکت این موارد را اصلاح کنید و دوباره بفرستید.'],
      sms: 'صرّاف: درخواست حساب شرکتی شما تأیید نشد. دلیل آن در صفحه شرکت و ایمیل شماست.',
    }),
    en: () => ({
      subject: 'Your request for a company account is not approved',
      lines: ["We looked at your request for a company account and can't approve it yet, because:"],
      next: ['Your account works as before. Correct this on the company page and send it again.'],
      sms: 'Sarraf: your request for a company account is not approved. The company page and an e-mail say why.',
    }),
  },
  BLOCKED: {
    fa: () => ({
      subject: 'حساب شما مسدود شد',
      lines: [
        'حساب شما در صرّاف مسدود شد و همه دستگاه‌ها از آن خارج شدند. تا رفع مسدودی، ورود و معامله ممکن نیست. دارایی شما در حساب می‌ماند.',
      ],
      next: ['برای پیگیری با پشتیبانی تماس بگیرید.'],
      sms: 'صرّاف: حساب شما مسدود شد. دارایی شما در حساب می‌ماند. برای پیگیری با پشتیبانی تماس بگیرید.',
    }),
    en: () => ({
      subject: 'Your account is blocked',
      lines: [
        'Your Sarraf account was blocked and all devices were signed out. Until this is settled you cannot sign in or trade. What you own stays in your account.',
      ],
      next: ['Please contact support.'],
      sms: 'Sarraf: your account is blocked. What you own stays in it. Please contact support.',
    }),
  },
  UNBLOCKED: {
    fa: () => ({
      subject: 'حساب شما باز شد',
      lines: ['مسدودی حساب شما در صرّاف برداشته شد. دوباره می‌توانید وارد شوید.'],
      sms: 'صرّاف: مسدودی حساب شما برداشته شد. دوباره می‌توانید وارد شوید.',
    }),
    en: () => ({
      subject: 'Your account is open again',
      lines: ['Your Sarraf account is no longer blocked. You can sign in again.'],
      sms: 'Sarraf: your account is no longer blocked. You can sign in again.',
    }),
  },
  RECOVERY_STARTED: {
    fa: ({ recovery }) => ({
      subject: 'بازیابی حساب شما آغاز شد',
      lines: [
        'به درخواست شما و پس از بررسی هویت، یک کارشناس صرّاف بازیابی حسابتان را آغاز کرد.',
        `اگر کارشناس دیگری هم آن را تأیید کند، ${RECOVERY[recovery].fa} همه دستگاه‌ها خارج می‌شوند و برداشت ۷۲ ساعت بسته می‌ماند.`,
      ],
      notYou: NOT_ASKED.fa,
      sms: 'صرّاف: به درخواست شما بازیابی حسابتان آغاز شد. اگر شما نخواسته‌اید، همین حالا به پشتیبانی خبر دهید.',
    }),
    en: ({ recovery }) => ({
      subject: 'The recovery of your account was started',
      lines: [
        'As you asked, and after checking who you are, one of our staff started the recovery of your Sarraf account.',
        `If a second one confirms it, ${RECOVERY[recovery].en} All devices are then signed out, and withdrawals are paused for 72 hours.`,
      ],
      notYou: NOT_ASKED.en,
      sms: "Sarraf: the recovery of your account was started as you asked. If you didn't ask, tell support now.",
    }),
  },
  RECOVERED: {
    fa: ({ heldUntil }) => ({
      subject: 'حساب شما بازیابی شد',
      lines: ['کارشناس دوم هم بازیابی حساب شما در صرّاف را تأیید کرد. همه دستگاه‌ها از حساب خارج شدند.'],
      next: ['اکنون می‌توانید با رمز عبور خود و کدی که به ایمیل حساب می‌آید وارد شوید.'],
      notYou: 'اگر شما نخواسته‌اید، همین حالا به پشتیبانی خبر دهید تا حساب بسته شود.',
      sms: `صرّاف: حساب شما بازیابی شد. ${heldShort(heldUntil, 'fa')} شما نخواسته‌اید؟ به پشتیبانی خبر دهید.`,
    }),
    en: ({ heldUntil }) => ({
      subject: 'Your account was recovered',
      lines: [
        'A second member of our staff confirmed the recovery of your Sarraf account. All devices were signed out.',
      ],
      next: [
        'You can now sign in with your password and a code that goes to the e-mail address of the account.',
      ],
      notYou: "If you didn't ask for it, tell support now, so that the account is blocked.",
      sms: `Sarraf: your account was recovered. ${heldShort(heldUntil, 'en')} Didn't ask for it? Tell support now.`,
    }),
  },
};
