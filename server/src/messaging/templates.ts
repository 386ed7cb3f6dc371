import { toPersianDigits } from '@sarraf/domain';
import type { CodePurpose, Language } from '../identity/index.ts';

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: string;
  lead: string;
  /** Below the code: how long it lives. */
  life?: (minutes: number) => string;
  /** What to do when it wasn't the reader. */
  notYou: string;
}

const MINUTES = {
  fa: (n: number) => `${toPersianDigits(n.toString())} دقیقه`,
  en: (n: number) => `${n} minutes`,
};
const LIFE = {
  fa: (n: number) => `این کد ${MINUTES.fa(n)} اعتبار دارد و فقط یک بار کار می‌کند.`,
  en: (n: number) => `This code is valid for ${MINUTES.en(n)} and works once.`,
};

const CODE: Record<CodePurpose, Record<Language, Words>> = {
  SIGN_UP: {
    fa: {
      subject: 'کد تأیید ثبت‌نام در صراف',
      lead: 'به صراف خوش آمدید. برای تأیید ایمیل خود این کد را وارد کنید:',
      life: LIFE.fa,
      notYou:
        'اگر شما ثبت‌نام نکرده‌اید، این کد را به هیچ‌کس ندهید و جایی وارد نکنید؛ بدون آن هیچ حسابی ساخته نمی‌شود.',
    },
    en: {
      subject: 'Your Sarraf sign-up code',
      lead: 'Welcome to Sarraf. Enter this code to confirm your e-mail address:',
      life: LIFE.en,
      notYou:
        "If it wasn't you who signed up, don't give this code to anybody and don't enter it: without it no account is made.",
    },
  },
  LOGIN: {
    fa: {
      subject: 'کد ورود به صراف',
      lead: 'برای ورود به حساب خود این کد را وارد کنید:',
      life: LIFE.fa,
      notYou:
        'اگر شما نبودید، کسی گذرواژهٔ شما را می‌داند: این کد را به هیچ‌کس ندهید و گذرواژه را همین حالا عوض کنید. کارکنان صراف هرگز کد را از شما نمی‌پرسند.',
    },
    en: {
      subject: 'Your Sarraf login code',
      lead: 'Enter this code to sign in to your account:',
      life: LIFE.en,
      notYou:
        "If it wasn't you, somebody knows your password: don't give this code to anybody and change the password now. Sarraf's staff never ask for a code.",
    },
  },
};

const ACCOUNT_EXISTS: Record<Language, Words> = {
  fa: {
    subject: 'شما در صراف حساب دارید',
    lead: 'کسی خواست با این ایمیل در صراف ثبت‌نام کند، اما این ایمیل از پیش حساب دارد. اگر خودتان بودید، به‌جای ثبت‌نام وارد شوید.',
    notYou: 'اگر شما نبودید، لازم نیست کاری کنید: حساب شما تغییری نکرده است.',
  },
  en: {
    subject: 'You already have a Sarraf account',
    lead: 'Somebody tried to sign up at Sarraf with this e-mail address, but it has an account. If it was you, log in instead.',
    notYou: "If it wasn't you, there is nothing to do: your account is unchanged.",
  },
};

const SIGNATURE = { fa: 'صراف', en: 'Sarraf' };

export function codeLetter(purpose: CodePurpose, language: Language, code: string, seconds: number): Letter {
  return letter(language, CODE[purpose][language], { code, minutes: Math.round(seconds / 60) });
}

export const accountExistsLetter = (language: Language): Letter => letter(language, ACCOUNT_EXISTS[language]);

/** The code stays Latin and left-to-right in both languages: it is copied. */
function letter(language: Language, words: Words, given?: { code: string; minutes: number }): Letter {
  const life = given && words.life ? words.life(given.minutes) : null;
  const middle = given && life ? [given.code, life] : [];
  return {
    subject: words.subject,
    text: `${[words.lead, ...middle, words.notYou, SIGNATURE[language]].join('\n\n')}\n`,
    html: page(language, [
      paragraph(words.lead),
      given ? codeBox(given.code) : '',
      life ? paragraph(life) : '',
      paragraph(words.notYou, 'color:#5b6472;font-size:14px'),
      paragraph(SIGNATURE[language], 'font-weight:bold'),
    ]),
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (ch) => `&#${ch.charCodeAt(0)};`);

const paragraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;

const codeBox = (code: string): string =>
  `<p dir="ltr" style="margin:0 0 16px;padding:16px;background:#f2f4f7;border-radius:12px;text-align:center;` +
  `font:bold 32px monospace;letter-spacing:8px">${escapeHtml(code)}</p>`;

/** No picture, no link, no script: nothing that a mail program must fetch or that looks like phishing. */
function page(language: Language, parts: string[]): string {
  const dir = language === 'fa' ? 'rtl' : 'ltr';
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"></head>` +
    `<body style="margin:0;padding:24px;background:#ffffff"><div dir="${dir}" style="max-width:480px;margin:auto;` +
    `font:16px/1.7 Vazirmatn,Tahoma,Arial,sans-serif;color:#1a2230">${parts.join('')}</div></body></html>`
  );
}
