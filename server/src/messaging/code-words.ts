import { toPersianDigits } from '@sarraf/domain';
import type { CodePurpose, Language } from '../identity/index.ts';

export interface CodeWords {
  subject: string;
  lead: string;
  /** What to do when it wasn't the reader. */
  notYou: string;
  /** What stands before the code in an SMS, so that the telephone's keyboard offers it. */
  sms: string;
}

export const LIFE = {
  fa: (minutes: number) =>
    `این کد ${toPersianDigits(minutes.toString())} دقیقه اعتبار دارد و فقط یک بار کار می‌کند.`,
  en: (minutes: number) => `This code is valid for ${minutes} minutes and works once.`,
};

export const SHORT_LIFE = {
  fa: (minutes: number) => `تا ${toPersianDigits(minutes.toString())} دقیقه معتبر است. آن را به هیچ‌کس ندهید.`,
  en: (minutes: number) => `Valid for ${minutes} minutes. Don't give it to anybody.`,
};

export const CODE_WORDS: Record<CodePurpose, Record<Language, CodeWords>> = {
  SIGN_UP: {
    fa: {
      subject: 'کد تأیید ثبت‌نام در صرّاف',
      lead: 'به صرّاف خوش آمدید. برای تأیید ایمیل خود این کد را وارد کنید:',
      notYou:
        'اگر شما ثبت‌نام نکرده‌اید، این کد را به هیچ‌کس ندهید و جایی وارد نکنید؛ بدون آن هیچ حسابی ساخته نمی‌شود.',
      sms: 'کد ثبت‌نام در صرّاف',
    },
    en: {
      subject: 'Your Sarraf sign-up code',
      lead: 'Welcome to Sarraf. Enter this code to confirm your e-mail address:',
      notYou:
        "If it wasn't you who signed up, don't give this code to anybody and don't enter it: without it no account is made.",
      sms: 'Your Sarraf sign-up code is',
    },
  },
  LOGIN: {
    fa: {
      subject: 'کد ورود به صرّاف',
      lead: 'برای ورود به حساب خود این کد را وارد کنید:',
      notYou:
        'اگر شما نبودید، کسی رمز عبور شما را می‌داند: این کد را به هیچ‌کس ندهید و رمز عبور را همین حالا عوض کنید.',
      sms: 'کد ورود به صرّاف',
    },
    en: {
      subject: 'Your Sarraf login code',
      lead: 'Enter this code to sign in to your account:',
      notYou:
        "If it wasn't you, somebody knows your password: don't give this code to anybody and change the password now.",
      sms: 'Your Sarraf login code is',
    },
  },
  STEP_UP: {
    fa: {
      subject: 'کد تأیید هویت در صرّاف',
      lead: 'کاری که می‌خواهید در حسابتان انجام دهید به تأیید دوباره نیاز دارد. این کد را وارد کنید:',
      notYou:
        'اگر شما نبودید، کسی در حساب شماست: این کد را به هیچ‌کس ندهید، رمز عبور را همین حالا عوض کنید و از تنظیمات دستگاه‌های دیگر را خارج کنید.',
      sms: 'کد تأیید هویت در صرّاف',
    },
    en: {
      subject: 'Your Sarraf confirmation code',
      lead: 'What you are about to do in your account needs to be confirmed. Enter this code:',
      notYou:
        "If it wasn't you, somebody is in your account: don't give this code to anybody, change the password now and sign out the other devices in Settings.",
      sms: 'Your Sarraf confirmation code is',
    },
  },
  TWO_STEP: {
    fa: {
      subject: 'کد تغییر تأیید دومرحله‌ای در صرّاف',
      lead: 'برای فعال کردن این روش تأیید دومرحله‌ای، این کد را وارد کنید:',
      notYou:
        'اگر شما نبودید، کسی در حساب شماست: این کد را به هیچ‌کس ندهید، رمز عبور را همین حالا عوض کنید و از تنظیمات دستگاه‌های دیگر را خارج کنید.',
      sms: 'کد تغییر تأیید دومرحله‌ای صرّاف',
    },
    en: {
      subject: 'Your Sarraf two-step code',
      lead: 'Enter this code to turn this two-step method on:',
      notYou:
        "If it wasn't you, somebody is in your account: don't give this code to anybody, change the password now and sign out the other devices in Settings.",
      sms: 'Your Sarraf two-step code is',
    },
  },
  RESET: {
    fa: {
      subject: 'کد بازنشانی رمز عبور صرّاف',
      lead: 'برای گذاشتن رمز عبور تازه این کد را وارد کنید:',
      notYou:
        'اگر شما نخواسته‌اید، لازم نیست کاری کنید: بدون این کد رمز عبورتان عوض نمی‌شود. آن را به هیچ‌کس ندهید.',
      sms: 'کد بازنشانی رمز عبور صرّاف',
    },
    en: {
      subject: 'Your Sarraf password reset code',
      lead: 'Enter this code to set a new password:',
      notYou:
        "If you didn't ask for it, there is nothing to do: without this code your password stays as it is. Don't give it to anybody.",
      sms: 'Your Sarraf password reset code is',
    },
  },
  EMAIL: {
    fa: {
      subject: 'کد تأیید ایمیل تازه در صرّاف',
      lead: 'برای آن‌که این نشانی، ایمیل حساب شما در صرّاف شود، این کد را وارد کنید:',
      notYou:
        'اگر شما نخواسته‌اید، شاید کسی نشانی شما را اشتباه نوشته است: کد را جایی وارد نکنید و به هیچ‌کس ندهید.',
      sms: 'کد تغییر ایمیل در صرّاف',
    },
    en: {
      subject: 'Your Sarraf code for a new e-mail address',
      lead: 'Enter this code to make this the e-mail address of your Sarraf account:',
      notYou:
        "If you didn't ask for it, somebody may have mistyped their address: don't enter this code and don't give it to anybody.",
      sms: 'Your Sarraf code for a new e-mail address is',
    },
  },
  MOBILE: {
    fa: {
      subject: 'کد تأیید شماره موبایل تازه در صرّاف',
      lead: 'برای تغییر شماره موبایل حساب خود در صرّاف، این کد را وارد کنید:',
      notYou:
        'اگر شما نخواسته‌اید، شاید کسی شماره را اشتباه نوشته است: کد را جایی وارد نکنید و به هیچ‌کس ندهید.',
      sms: 'کد تأیید شماره موبایل در صرّاف',
    },
    en: {
      subject: 'Your Sarraf code for a new mobile number',
      lead: 'Enter this code to change the mobile number of your Sarraf account:',
      notYou:
        "If you didn't ask for it, somebody may have mistyped their number: don't enter this code and don't give it to anybody.",
      sms: 'Your Sarraf code for a new mobile number is',
    },
  },
  WITHDRAWAL: {
    fa: {
      subject: 'کد تأیید برداشت از صرّاف',
      lead: 'برای تأیید برداشت زیر این کد را وارد کنید. پیش از آن مقدار و مقصد را با دقت ببینید: برداشت انجام‌شده برنمی‌گردد.',
      notYou:
        'اگر شما نبودید، کسی در حساب شماست: این کد را به هیچ‌کس ندهید، رمز عبور را همین حالا عوض کنید و به پشتیبانی خبر دهید.',
      sms: 'کد برداشت از صرّاف',
    },
    en: {
      subject: 'Your Sarraf withdrawal code',
      lead: "Enter this code to confirm the withdrawal below. Check the amount and the destination first: what has left can't be called back.",
      notYou:
        "If it wasn't you, somebody is in your account: don't give this code to anybody, change the password now and tell support.",
      sms: 'Your Sarraf withdrawal code is',
    },
  },
};

/** To the owner of an address that somebody tried to sign up with. */
export const ACCOUNT_EXISTS: Record<Language, Omit<CodeWords, 'sms'>> = {
  fa: {
    subject: 'شما در صرّاف حساب دارید',
    lead: 'کسی خواست با این ایمیل در صرّاف ثبت‌نام کند، اما این ایمیل از پیش حساب دارد. اگر خودتان بودید، به‌جای ثبت‌نام وارد شوید.',
    notYou: 'اگر شما نبودید، لازم نیست کاری کنید: حساب شما تغییری نکرده است.',
  },
  en: {
    subject: 'You already have a Sarraf account',
    lead: 'Somebody tried to sign up at Sarraf with this e-mail address, but it has an account. If it was you, log in instead.',
    notYou: "If it wasn't you, there is nothing to do: your account is unchanged.",
  },
};
