import { toPersianDigits } from '@sarraf/domain';
import type { SupportNotice } from './notice.ts';
import type { WordsOf } from './words.ts';

const LOG_IN = {
  fa: 'گفت‌وگو را در بخش پشتیبانی حساب خود می‌بینید و همان‌جا می‌توانید جواب بدهید.',
  en: 'You find the conversation under Support in your account, and can answer there.',
};
const WRITE_AGAIN = {
  fa: 'اگر پرسش دیگری دارید، دوباره از صفحه تماس با ما بنویسید و شماره پیام را هم بیاورید. این نشانی ایمیل خوانده نمی‌شود.',
  en: 'If you have another question, write to us again on the contact page and give this number. This mailbox is not read.',
};

/** Nothing of what a person wrote goes out again: it may have been somebody else's address they gave. */
export const SUPPORT_WORDS: WordsOf<SupportNotice> = {
  TICKET_RECEIVED: {
    fa: ({ number }) => ({
      subject: `پیام شما رسید: ${toPersianDigits(number)}`,
      lines: [
        'پیامی که از صفحه تماس با ما فرستادید به دست همکاران پشتیبانی رسید.',
        `شماره پیام شما ${toPersianDigits(number)} است. جواب را به همین نشانی می‌فرستیم.`,
      ],
      notYou: 'اگر شما چیزی نفرستاده‌اید، لازم نیست کاری بکنید: کسی این نشانی را اشتباه نوشته است.',
      sms: `صرّاف: پیام شما با شماره ${toPersianDigits(number)} به پشتیبانی رسید.`,
    }),
    en: ({ number }) => ({
      subject: `We have your message: ${number}`,
      lines: [
        'What you wrote on the contact page has reached our support.',
        `The number of your message is ${number}. The answer comes to this address.`,
      ],
      notYou: "If you didn't write to us, there is nothing to do: somebody mistyped their address.",
      sms: `Sarraf: your message ${number} has reached support.`,
    }),
  },
  TICKET_ANSWERED: {
    fa: ({ number, account }) => ({
      subject: `پاسخ پشتیبانی به پیام ${toPersianDigits(number)}`,
      lines: ['پشتیبانی صرّاف به پیام شما جواب داد:'],
      next: [account ? LOG_IN.fa : WRITE_AGAIN.fa],
      sms: `صرّاف: پشتیبانی به تیکت ${toPersianDigits(number)} جواب داد. متن آن در حساب شماست.`,
    }),
    en: ({ number, account }) => ({
      subject: `Support has answered message ${number}`,
      lines: ['Sarraf support has answered you:'],
      next: [account ? LOG_IN.en : WRITE_AGAIN.en],
      sms: `Sarraf: support has answered your ticket ${number}. You can read it in your account.`,
    }),
  },
};
