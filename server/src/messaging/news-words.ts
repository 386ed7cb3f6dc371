import type { Language } from '../identity/index.ts';
import type { NewsNotice } from './notice.ts';
import type { WordsOf } from './words.ts';

const WHERE = {
  fa: 'متن کامل را در بخش اطلاعیه‌ها بخوانید.',
  en: 'The announcements page has the whole of it.',
};
/** What a line of a mailbox shows, and what leaves room in an SMS. */
const MAX_SUBJECT = 70;
const MAX_SMS = 60;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** In the reader's language, or in the one it was written in. */
function wordsIn({ words }: NewsNotice, language: Language) {
  const { title, summary } = words[language] ?? words.fa ?? words.en ?? { title: '', summary: '' };
  return { title, lines: [...(summary === '' ? [] : [summary]), WHERE[language]] };
}

/** What the exchange announces to everybody. */
export const NEWS_WORDS: WordsOf<NewsNotice> = {
  ANNOUNCEMENT: {
    fa: (notice) => {
      const { title, lines } = wordsIn(notice, 'fa');
      return {
        subject: cut(title, MAX_SUBJECT),
        lines,
        sms: `صرّاف: ${cut(title, MAX_SMS)} ${WHERE.fa}`,
      };
    },
    en: (notice) => {
      const { title, lines } = wordsIn(notice, 'en');
      return {
        subject: cut(title, MAX_SUBJECT),
        lines,
        sms: `Sarraf: ${cut(title, MAX_SMS)} ${WHERE.en}`,
      };
    },
  },
};
