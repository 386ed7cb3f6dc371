import { toPersianDigits } from '@sarraf/domain';
import type { AccountNotice, Language } from '../identity/index.ts';
import { heldShort, leftToRight, momentOf, type WordsOf } from './words.ts';

const METHOD: Record<'EMAIL' | 'SMS' | 'GOOGLE_AUTHENTICATOR', Record<Language, string>> = {
  EMAIL: { fa: 'کد با ایمیل', en: 'a code by e-mail' },
  SMS: { fa: 'کد با پیامک', en: 'a code by SMS' },
  GOOGLE_AUTHENTICATOR: { fa: 'برنامه رمزساز', en: 'an authenticator app' },
};

/** What somebody does who finds that another person is in the account. */
const RESCUE = {
  fa: 'اگر شما نبودید، همین حالا در صفحه ورود «فراموشی رمز عبور» را بزنید، رمز تازه‌ای بگذارید و به پشتیبانی خبر دهید.',
  en: 'If it wasn\'t you, choose "Forgot password" on the login page now, set a new password and tell support.',
};
const SHORT_RESCUE = {
  fa: 'شما نبودید؟ رمز عبور را بازنشانی کنید.',
  en: 'Not you? Reset your password now.',
};
const TELL_SUPPORT = { fa: 'شما نبودید؟ به پشتیبانی خبر دهید.', en: 'Not you? Tell support now.' };

/** What changed in the protection of an account. */
export const ACCOUNT_WORDS: WordsOf<AccountNotice> = {
  PASSWORD_CHANGED: {
    fa: ({ heldUntil }) => ({
      subject: 'رمز عبور شما عوض شد',
      lines: ['رمز عبور حساب شما در صرّاف عوض شد و دستگاه‌های دیگر از حساب خارج شدند.'],
      notYou: RESCUE.fa,
      sms: `صرّاف: رمز عبور شما عوض شد. ${heldShort(heldUntil, 'fa')} ${SHORT_RESCUE.fa}`,
    }),
    en: ({ heldUntil }) => ({
      subject: 'Your password was changed',
      lines: ['The password of your Sarraf account was changed, and the other devices were signed out.'],
      notYou: RESCUE.en,
      sms: `Sarraf: your password was changed. ${heldShort(heldUntil, 'en')} ${SHORT_RESCUE.en}`,
    }),
  },
  TWO_STEP_CHANGED: {
    fa: ({ method, heldUntil }) => ({
      subject: 'روش تأیید دومرحله‌ای شما عوض شد',
      lines: [
        `روش تأیید دومرحله‌ای حساب شما در صرّاف عوض شد. روش تازه: ${METHOD[method].fa}. دستگاه‌های دیگر از حساب خارج شدند.`,
      ],
      notYou: RESCUE.fa,
      sms: `صرّاف: روش تأیید دومرحله‌ای شما عوض شد. ${heldShort(heldUntil, 'fa')} ${SHORT_RESCUE.fa}`,
    }),
    en: ({ method, heldUntil }) => ({
      subject: 'Your two-step method was changed',
      lines: [
        `The two-step method of your Sarraf account was changed. It is now ${METHOD[method].en}. The other devices were signed out.`,
      ],
      notYou: RESCUE.en,
      sms: `Sarraf: your two-step method was changed. ${heldShort(heldUntil, 'en')} ${SHORT_RESCUE.en}`,
    }),
  },
  RECOVERY_CODES_MADE: {
    fa: () => ({
      subject: 'کدهای بازیابی تازه ساخته شد',
      lines: ['برای حساب شما در صرّاف کدهای بازیابی تازه ساخته شد. کدهای پیشین دیگر کار نمی‌کنند.'],
      next: ['کدها را جایی امن و جدا از گوشی خود نگه دارید.'],
      notYou: RESCUE.fa,
      sms: `صرّاف: کدهای بازیابی تازه‌ای برای حساب شما ساخته شد. ${SHORT_RESCUE.fa}`,
    }),
    en: () => ({
      subject: 'New recovery codes were made',
      lines: ['New recovery codes were made for your Sarraf account. The earlier ones no longer work.'],
      next: ['Keep them in a safe place, apart from your phone.'],
      notYou: RESCUE.en,
      sms: `Sarraf: new recovery codes were made for your account. ${SHORT_RESCUE.en}`,
    }),
  },
  RECOVERY_CODE_USED: {
    fa: ({ remaining, heldUntil }) => ({
      subject: 'یک کد بازیابی به کار رفت',
      lines: ['ورود به حساب شما در صرّاف با یکی از کدهای بازیابی انجام شد.'],
      next: [
        remaining > 0
          ? `کدهای بازیابی باقی‌مانده: ${toPersianDigits(remaining.toString())}. اگر برنامه رمزساز را از دست داده‌اید، روش تأیید دومرحله‌ای را در تنظیمات عوض کنید.`
          : 'کد بازیابی دیگری نمانده است. همین حالا در تنظیمات کدهای تازه بسازید.',
      ],
      notYou: RESCUE.fa,
      sms: `صرّاف: با کد بازیابی به حساب شما وارد شدند. ${heldShort(heldUntil, 'fa')} ${SHORT_RESCUE.fa}`,
    }),
    en: ({ remaining, heldUntil }) => ({
      subject: 'A recovery code was used',
      lines: ['Somebody signed in to your Sarraf account with one of its recovery codes.'],
      next: [
        remaining > 0
          ? `Recovery codes left: ${remaining}. If you lost your authenticator, change the two-step method in Settings.`
          : 'No recovery code is left. Make new ones in Settings now.',
      ],
      notYou: RESCUE.en,
      sms: `Sarraf: a recovery code was used to sign in. ${heldShort(heldUntil, 'en')} ${SHORT_RESCUE.en}`,
    }),
  },
  EMAIL_CHANGED: {
    fa: ({ masked, heldUntil }) => ({
      subject: 'ایمیل حساب شما عوض شد',
      lines: [
        `ایمیل حساب شما در صرّاف عوض شد. نشانی تازه: ${leftToRight(masked)}`,
        'دستگاه‌های دیگر از حساب خارج شدند.',
      ],
      notYou: 'اگر شما نبودید، همین حالا به پشتیبانی خبر دهید تا حساب بسته شود.',
      sms: `صرّاف: ایمیل حساب شما عوض شد. ${heldShort(heldUntil, 'fa')} ${TELL_SUPPORT.fa}`,
    }),
    en: ({ masked, heldUntil }) => ({
      subject: 'The e-mail address of your account was changed',
      lines: [
        `The e-mail address of your Sarraf account was changed. The new one is ${masked}`,
        'The other devices were signed out.',
      ],
      notYou: "If it wasn't you, tell support now, so that the account is blocked.",
      sms: `Sarraf: the e-mail address of your account was changed. ${heldShort(heldUntil, 'en')} ${TELL_SUPPORT.en}`,
    }),
  },
  MOBILE_CHANGED: {
    fa: ({ masked, heldUntil }) => ({
      subject: 'شماره موبایل حساب شما عوض شد',
      lines: [
        `شماره موبایل حساب شما در صرّاف عوض شد. شماره تازه: ${leftToRight(masked)}`,
        'دستگاه‌های دیگر از حساب خارج شدند.',
      ],
      notYou: RESCUE.fa,
      sms: `صرّاف: شماره موبایل حساب شما عوض شد. ${heldShort(heldUntil, 'fa')} ${TELL_SUPPORT.fa}`,
    }),
    en: ({ masked, heldUntil }) => ({
      subject: 'The mobile number of your account was changed',
      lines: [
        `The mobile number of your Sarraf account was changed. The new one is ${masked}`,
        'The other devices were signed out.',
      ],
      notYou: RESCUE.en,
      sms: `Sarraf: the mobile number of your account was changed. ${heldShort(heldUntil, 'en')} ${TELL_SUPPORT.en}`,
    }),
  },
  GOOGLE_LINKED: {
    fa: () => ({
      subject: 'ورود با گوگل فعال شد',
      lines: [
        'یک حساب گوگل به حساب شما در صرّاف وصل شد. از این پس با آن هم می‌شود وارد شد؛ تأیید دومرحله‌ای همچنان پرسیده می‌شود.',
      ],
      notYou:
        'اگر شما نبودید، همین حالا رمز عبور را بازنشانی کنید و به پشتیبانی خبر دهید تا این پیوند برداشته شود.',
      sms: `صرّاف: یک حساب گوگل به حساب شما وصل شد. ${TELL_SUPPORT.fa}`,
    }),
    en: () => ({
      subject: 'Sign-in with Google was turned on',
      lines: [
        'A Google account was linked to your Sarraf account. It can be used to sign in from now on; the second step is still asked for.',
      ],
      notYou: "If it wasn't you, reset your password now and tell support, so that the link is removed.",
      sms: `Sarraf: a Google account was linked to your account. ${TELL_SUPPORT.en}`,
    }),
  },
  ADDRESS_TAKEN: {
    fa: () => ({
      subject: 'ایمیل شما برای حساب دیگری وارد شد',
      lines: [
        'کسی خواست این ایمیل را روی حساب دیگری در صرّاف بگذارد. این ایمیل از آن حساب شماست، پس این کار انجام نشد.',
      ],
      next: ['اگر خودتان بودید، نخست ایمیل همین حساب را در صفحه حساب کاربری عوض کنید.'],
      notYou: 'اگر شما نبودید، لازم نیست کاری کنید: حساب شما تغییری نکرده است.',
      sms: 'صرّاف: کسی خواست ایمیل شما را روی حساب دیگری بگذارد و نشد. حساب شما تغییری نکرده است.',
    }),
    en: () => ({
      subject: 'Your e-mail address was entered for another account',
      lines: [
        'Somebody tried to give another Sarraf account this e-mail address. It belongs to your account, so nothing was changed.',
      ],
      next: ['If it was you, change the address of this account first, on its account page.'],
      notYou: "If it wasn't you, there is nothing to do: your account is unchanged.",
      sms: 'Sarraf: somebody tried to use your e-mail address for another account. Yours is unchanged.',
    }),
  },
  PASSWORD_LOGIN_CLOSED: {
    fa: () => ({
      subject: 'ورود با رمز عبور بسته شد',
      lines: [
        'رمز عبور حساب شما در صرّاف بارها پشت سر هم اشتباه وارد شد. برای امنیت شما، ورود با رمز عبور فعلی بسته شد؛ این تلاش‌ها به حساب شما راه نیافتند.',
      ],
      next: ['برای باز کردن آن، در صفحه ورود «فراموشی رمز عبور» را بزنید و رمز تازه‌ای بگذارید.'],
      notYou: 'اگر شما نبودید، کسی رمز شما را حدس می‌زند: رمزی بگذارید که جای دیگری به کار نبرده‌اید.',
      sms: 'صرّاف: رمز عبور شما بارها اشتباه وارد شد و ورود با آن بسته است. در صفحه ورود رمز تازه‌ای بگذارید.',
    }),
    en: () => ({
      subject: 'Sign-in with your password was closed',
      lines: [
        'The password of your Sarraf account was entered wrongly many times in a row. To keep you safe, the present password no longer signs in; none of these attempts reached your account.',
      ],
      next: ['To open it again, choose "Forgot password" on the login page and set a new password.'],
      notYou: "If it wasn't you, somebody is guessing: choose a password that you use nowhere else.",
      sms: 'Sarraf: your password was entered wrongly many times and no longer signs in. Set a new one on the login page.',
    }),
  },
  NEW_DEVICE: {
    fa: ({ device, country, at }) => ({
      subject: 'ورود از دستگاهی تازه',
      lines: [
        `با دستگاهی که پیش‌تر ندیده بودیم به حساب شما در صرّاف وارد شدند: ${visitOf(device, country, at, 'fa')}.`,
      ],
      next: ['اگر خودتان بودید، لازم نیست کاری بکنید.'],
      notYou: RESCUE.fa,
      sms: `صرّاف: با دستگاهی تازه به حساب شما وارد شدند. ${SHORT_RESCUE.fa}`,
    }),
    en: ({ device, country, at }) => ({
      subject: 'Sign-in from a new device',
      lines: [
        `Somebody signed in to your Sarraf account with a device we haven't seen before: ${visitOf(device, country, at, 'en')}.`,
      ],
      next: ['If it was you, there is nothing to do.'],
      notYou: RESCUE.en,
      sms: `Sarraf: your account was signed in to from a new device. ${SHORT_RESCUE.en}`,
    }),
  },
};

/** Chrome · Android، ایران، ۱ آذر ۱۴۰۵ ساعت ۱۰:۳۰ به وقت تهران */
function visitOf(device: string, country: string | null, at: string, language: Language): string {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const program = language === 'fa' && device !== '' ? leftToRight(device) : device;
  return [program, country === null ? '' : names.of(country), momentOf(at, language)]
    .filter(Boolean)
    .join(language === 'fa' ? '، ' : ', ');
}
