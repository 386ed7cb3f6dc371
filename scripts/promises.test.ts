/**
 * Texts promise nothing that the product doesn't do, and tell people whose account may have been broken into to
 * freeze it first, because only the freeze stops a theft.
 */
import { describe, expect, it } from 'vitest';
import { readProductTexts, type TextLanguage } from './product-texts.ts';

interface Promised {
  why: string;
  pattern: Record<TextLanguage, RegExp>;
  example: Record<TextLanguage, string>;
}

/** Promises that texts have made, or that texts of other exchanges make, each with the reason it is refused. */
const REFUSED: readonly Promised[] = [
  {
    why: 'only the bank returns a payment within hours, one that it never handed over; staff aims at it',
    pattern: {
      fa: /(?:ظرف|تا) (?:\{figure\}|[۰-۹]+ ساعت)[^.؛]*(?:برمی‌گردد|برمی‌گردانیم|برگشت داده می‌شود)|(?:برمی‌گردد|برمی‌گردانیم)[^.؛]*(?:ظرف|تا) (?:\{figure\}|[۰-۹]+ ساعت)/,
      en: /(?<!bank )\b(?:returns?|comes? back|goes back)\b(?![^.;]*\baim\b)[^.;]*\bwithin (?:\{figure\}|\d+ hours)/,
    },
    example: {
      fa: 'اگر بانک پولی برداشته باشد، حداکثر تا ۷۲ ساعت به همان کارت برمی‌گردد.',
      en: 'If the bank took any money, it returns to the same card within {figure}.',
    },
  },
  {
    why: 'no command of the ledger reverses a trade',
    pattern: {
      fa: /معامله(?! (?:می‌)?شود)[^.؛]*(?:(?:برگردانده|لغو|باطل) (?:می‌شود|خواهد شد)|می‌تواند[^.؛]*برگردانده شود|را (?:برمی‌گردانیم|لغو می‌کنیم))/,
      en: /(?<!(?:don’t|never|can’t|cannot|not) )\b(?:reverse|undo|roll back) (?:a|any|the|your) (?:recorded |executed )?trade|\btrade[^.;]*\b(?:can|may|will) be (?:reversed|undone|rolled back)/i,
    },
    example: {
      fa: 'معامله‌ای که بر اثر نقص فنی ثبت شده باشد می‌تواند با یک ثبت جبرانی برگردانده شود.',
      en: 'A trade at a price plainly off the market may be reversed by a compensating entry.',
    },
  },
  {
    why: 'neither the form for messages nor a ticket takes a file',
    pattern: {
      fa: /(?:تصویر|عکس|اسکرین‌شات) (?:حواله|فیش|رسید|واریز|تراکنش|پرداخت)[^.؛]*(?:خبر|بفرستید|ارسال|بنویسید)|فیش[^.؛]*(?:بفرستید|ارسال کنید|پیوست)|(?:پیوست|ضمیمه) کنید/,
      en: /\b(?:send|attach|upload|include)\b[^.;]*\b(?:slip|screenshot|(?:photo|picture|image) of (?:the|your) (?:transfer|payment|receipt))\b|\battach (?:a|the|your)\b/i,
    },
    example: {
      fa: 'با تصویر حواله و شماره پیگیری آن از تماس با ما خبر دهید.',
      en: 'Send us the transfer slip and its tracking number through Contact us.',
    },
  },
  {
    why: 'staff sees tickets in the order of their waiting time, whatever their subject',
    pattern: {
      fa: /(?:جلوتر|پیش) از (?:همه|بقیه) (?:بررسی|پاسخ)|خارج از نوبت|در اولویت (?:است|قرار|بررسی)/,
      en: /\b(?:come|are (?:answered|handled|reviewed)) (?:before all|first\b)|\b(?:with|has|have|gets?) (?:top )?priority\b/i,
    },
    example: {
      fa: 'موضوع‌های امنیتی جلوتر از همه بررسی می‌شوند.',
      en: 'Matters of security come before all others: say so in the subject.',
    },
  },
  {
    why: 'support answers on working days and in writing; a call is what a fraud announces',
    pattern: {
      fa: /پشتیبانی[^.؛]*(?:شبانه‌روز|۲۴ ساعته)|(?:شبانه‌روزی|۲۴ ساعته)[^.؛]*(?:پشتیبانی|پاسخ)|با شما تماس (?:می‌گیریم|خواهیم گرفت)/,
      en: /\b(?:24\/7|(?:a)?round the clock)\b|\bwe(?:’ll| will) (?:call|phone) you\b/i,
    },
    example: {
      fa: 'پشتیبانی شبانه‌روزی به پرسش‌های شما پاسخ می‌دهد.',
      en: 'Our support team answers around the clock.',
    },
  },
  {
    why: 'nothing recovers coins that were sent over a network without an address of ours',
    pattern: {
      fa: /شبکه (?:اشتباه|دیگری?)[^.؛]*(?:برمی‌گردانیم|بازیابی می‌کنیم|پس می‌دهیم)/,
      en: /\b(?:wrong|another) network\b[^.;]*\bwe (?:will |can )?(?:recover|return|refund)/i,
    },
    example: {
      fa: 'رمزارزی را که روی شبکه اشتباه فرستاده‌اید برمی‌گردانیم.',
      en: 'If you used the wrong network, we will recover your coins.',
    },
  },
  {
    why: 'no balance is insured and no profit is certain',
    pattern: {
      fa: /سود (?:تضمینی|تضمین‌شده|قطعی)|(?:دارایی|موجودی)[^.؛]*بیمه (?:است|شده|می‌شود)/,
      en: /\b(?:guaranteed|certain) (?:profit|return)s?\b|\b(?:assets|balances?|coins|funds|money) (?:is|are) (?:fully )?insured\b/i,
    },
    example: {
      fa: 'دارایی شما نزد ما بیمه است.',
      en: 'Your funds are fully insured.',
    },
  },
];

/** What texts say instead, which no pattern may find. */
const KEPT: Record<TextLanguage, readonly string[]> = {
  fa: [
    'اگر کم شده باشد، بانک حداکثر تا ۷۲ ساعت آن را برمی‌گرداند.',
    'همکاران ما آن را برمی‌گردانند و تلاش می‌کنیم تا ۷۲ ساعت انجام شود.',
    'معامله ثبت‌شده را یک‌طرفه برنمی‌گردانیم.',
  ],
  en: [
    'Your bank returns the money automatically, within {figure}.',
    'Our team returns it to the account of the card, and we aim to do so within 72 hours.',
    'We don’t reverse a recorded trade on our own. A recorded trade can’t be reversed.',
  ],
};

/** Names of figures contain full stops, which would end a sentence. */
const withoutFigureNames = (text: string): string => text.replace(/\{[\w.]+\}/g, '{figure}');

const textsOf = (language: TextLanguage) =>
  readProductTexts(language).map(({ name, text }) => ({ name, text: withoutFigureNames(text) }));
const texts = { fa: textsOf('fa'), en: textsOf('en') };

describe.each(['fa', 'en'] as const)('promises (%s)', (language) => {
  it.each(REFUSED)('no text promises what nothing keeps: $why', ({ pattern, example }) => {
    expect(example[language]).toMatch(pattern[language]);
    for (const allowedText of KEPT[language]) expect(allowedText).not.toMatch(pattern[language]);
    const matches = texts[language].flatMap(({ name, text }) => {
      const [words] = pattern[language].exec(text) ?? [];
      return words === undefined ? [] : [`${name}: ${words}`];
    });
    expect(matches).toEqual([]);
  });
});

/** How a text begins to speak of a stranger in the account. */
const STRANGER: Record<TextLanguage, RegExp> = {
  fa: /(?:دستگاه|ورود) ناشناس|هر کدام را نمی‌شناسید|شما نبود|وارد حساب(?:تان| شما) شده|حسابتان در خطر|جایی وارد کرده‌اید/g,
  en: /(?:devices?|login|passkey)[^.;?]* you don’t (?:recognise|know)|any you don’t recognise|you didn’t make this change|[Ii]f it wasn['’]t you|Not you\?|is in your account|got into your account|account at risk|[Aa]lready (?:typed|entered)/g,
};
const FREEZE: Record<TextLanguage, string> = { fa: 'مسدود', en: 'fr(?:ee|o)ze' };
const OTHER_ADVICE: Record<TextLanguage, string> = {
  fa: 'رمز (?:عبور(?:تان)? )?را|رمزتان را|رمز عبور جدید|خارج کنید|خبر (?:بدهید|دهید)|تماس بگیرید|بنویسید|حذف کنید|(?:باطل|لغو)(?:ش)? کنید|برگردانید',
  en: 'change your|new password|reset your|log (?:it|them|any|out)|[Ll]og out any|tell us|contact|write to|(?:remove|revoke|cancel|undo)\\b',
};
/** Texts in which other advice stands first, each with the reason. */
const OTHER_ADVICE_FIRST: Readonly<Record<string, string>> = {
  'server codes purpose.LOGIN.notYou':
    'without the code the stranger isn’t in the account, and a frozen account would refuse the new password',
};

/** The sentences about a stranger whose first advice isn't the freeze, in texts that haven't named it before. */
function findLateFreezes(language: TextLanguage, text: string): string[] {
  const freeze = new RegExp(FREEZE[language], 'i');
  const advice = new RegExp(`${FREEZE[language]}|${OTHER_ADVICE[language]}`, 'i');
  return [...text.matchAll(STRANGER[language])].flatMap(({ 0: words, index }) => {
    const before = text.slice(0, index).replace(/[^.؟?\n]*$/, '');
    const [first] = advice.exec(text.slice(before.length)) ?? [];
    const isLate = first !== undefined && !freeze.test(first) && !freeze.test(before);
    return isLate ? [`${words} … ${first}`] : [];
  });
}

describe.each([
  [
    'fa',
    [
      'ورود ناشناس می‌بینید؟ رمز عبور را عوض کنید و بعد حساب را مسدود کنید.',
      'دستگاه‌ها را ببینید و هر کدام را نمی‌شناسید خارج کنید.',
      'اگر شما نبودید، همین حالا از صفحه ورود رمز عبور را بازنشانی کنید و به پشتیبانی خبر دهید.',
      'صرّاف: برداشت {amount} به {shortTo} ثبت شد. شما نبودید؟ همین حالا لغو کنید.',
    ],
  ],
  [
    'en',
    [
      'See a device you don’t know? Change your password, then freeze your account.',
      'Check your devices and log out any you don’t recognise.',
      'If it wasn\'t you, choose "Forgot password" on the login page now, set a new password and contact support.',
      'Sarraf: a withdrawal of {amount} to {shortTo} was requested. Not you? Cancel it now.',
    ],
  ],
] as const)('the freeze stands first (%s)', (language, late) => {
  it('in the steps after a break-in', () => {
    const steps =
      texts[language].find(({ name }) => name === `content/faq/suspected-breach.${language}.html`)?.text ??
      '';
    const [first] = new RegExp(`${FREEZE[language]}|${OTHER_ADVICE[language]}`, 'i').exec(steps) ?? [];
    expect(first).toMatch(new RegExp(FREEZE[language], 'i'));
  });

  it('wherever an article, a page, a mail or an SMS speaks of a stranger in the account', () => {
    for (const advice of late) expect(findLateFreezes(language, advice), advice).toHaveLength(1);
    const naming = texts[language].filter(({ text }) => text.match(STRANGER[language]));
    for (const side of ['content', 'web', 'server notices', 'server codes'])
      expect(naming.map(({ name }) => name)).toContainEqual(expect.stringMatching(`^${side}`));
    const matches = naming.flatMap(({ name, text }) =>
      findLateFreezes(language, text).map((at) => ({ name, at })),
    );
    const isKnown = ({ name }: { name: string }) => Object.hasOwn(OTHER_ADVICE_FIRST, name);
    expect(matches.filter(isKnown)).toHaveLength(Object.keys(OTHER_ADVICE_FIRST).length);
    expect(matches.filter((one) => !isKnown(one)).map(({ name, at }) => `${name}: ${at}`)).toEqual([]);
  });
});
