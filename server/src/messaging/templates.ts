import { withName } from '@sarraf/domain';
import type { CodePurpose, Language, WithdrawalWords } from '../identity/index.ts';
import { ACCOUNT_WORDS } from './account-words.ts';
import { ALERT_WORDS } from './alert-words.ts';
import { ACCOUNT_EXISTS, CODE_WORDS, LIFE, SHORT_LIFE } from './code-words.ts';
import { type Letter, type Part, writeLetter } from './letter.ts';
import { LEVEL_WORDS } from './level-words.ts';
import { MONEY_WORDS, moneyParticulars, withdrawalLine, withdrawalParts } from './money-words.ts';
import { NEWS_WORDS } from './news-words.ts';
import type { Notice } from './notice.ts';
import { REASON_WORDS } from './reason-words.ts';
import { REVIEW_WORDS } from './review-words.ts';
import { SUPPORT_WORDS } from './support-words.ts';
import { TRADE_WORDS } from './trade-words.ts';
import { heldSentence, type NoticeWords } from './words.ts';

const NOTICE_WORDS = {
  ...ACCOUNT_WORDS,
  ...REVIEW_WORDS,
  ...MONEY_WORDS,
  ...SUPPORT_WORDS,
  ...LEVEL_WORDS,
  ...ALERT_WORDS,
  ...TRADE_WORDS,
  ...NEWS_WORDS,
};
const ANSWER = { fa: 'پاسخ پشتیبانی', en: 'Answer' };
const NOTE = { fa: 'توضیح کارشناس', en: 'Note' };

const line = (text: string): Part => ({ kind: 'line', text });
const aside = (text: string): Part => ({ kind: 'aside', text });
const minutes = (seconds: number): number => Math.round(seconds / 60);

export function codeLetter(
  purpose: CodePurpose,
  language: Language,
  code: string,
  seconds: number,
  withdrawal?: WithdrawalWords,
): Letter {
  const { subject, lead, notYou } = CODE_WORDS[purpose][language];
  const life = LIFE[language](minutes(seconds));
  return writeLetter(language, subject, [
    line(lead),
    ...(withdrawal ? withdrawalParts(withdrawal, language) : []),
    { kind: 'code', text: code },
    line(life),
    aside(notYou),
  ]);
}

/** The code stands in the first line and in Latin digits, where the telephone's keyboard looks for it. */
export function codeText(
  purpose: CodePurpose,
  language: Language,
  code: string,
  seconds: number,
  withdrawal?: WithdrawalWords,
): string {
  const { sms } = CODE_WORDS[purpose][language];
  const what = withdrawal ? `${withdrawalLine(withdrawal, language)}\n` : '';
  return `${sms}: ${code}\n${what}${SHORT_LIFE[language](minutes(seconds))}`;
}

export function accountExistsLetter(language: Language): Letter {
  const { subject, lead, notYou } = ACCOUNT_EXISTS[language];
  return writeLetter(language, subject, [line(lead), aside(notYou)]);
}

export function noticeLetter(notice: Notice, language: Language): Letter {
  const { subject, lines, next = [], notYou } = wordsOf(notice, language);
  return writeLetter(language, subject, [
    ...lines.map(line),
    ...particulars(notice, language),
    ...next.map(line),
    ...(notYou === undefined ? [] : [aside(notYou)]),
  ]);
}

export const noticeText = (notice: Notice, language: Language): string => wordsOf(notice, language).sms;

/** The same for the list in the profile, by the name of the exchange that runs it; null: of a kind that isn't known. */
export function noticeNote(
  notice: Notice,
  language: Language,
  name: string,
): { title: string; text: string; advice: string | null } | null {
  if (!Object.hasOwn(NOTICE_WORDS, notice.kind)) return null;
  const { subject, lines, notYou } = wordsOf(notice, language);
  // An id of sixty letters is what the receipt is for.
  const below = notice.kind === 'WITHDRAWAL_SENT' ? [] : particulars(notice, language).map(asLine);
  const text = notice.kind === 'TICKET_ANSWERED' ? notice.text : [...lines, ...below].join(' ');
  const named = (words: string) => withName(words, language, name);
  return {
    title: named(subject),
    text: named(text),
    advice: notYou === undefined ? null : named(notYou),
  };
}

function asLine(part: Part): string {
  if (part.kind === 'list') return part.items.join(' • ');
  return part.kind === 'quote' ? `${part.label}: ${part.text}` : part.text;
}

// The words were found by this notice's kind, which the compiler can't follow.
const wordsOf = (notice: Notice, language: Language): NoticeWords =>
  (NOTICE_WORDS[notice.kind][language] as (of: Notice) => NoticeWords)(notice);

/** What a notice carries, below what it says: the reasons and the note of a refusal, or how long withdrawals are held. */
function particulars(notice: Notice, language: Language): Part[] {
  if ('heldUntil' in notice && notice.heldUntil !== null)
    return [{ kind: 'box', text: heldSentence(notice.heldUntil, language) }];
  if (notice.kind === 'TICKET_RECEIVED') return [];
  if (notice.kind === 'TICKET_ANSWERED')
    return [{ kind: 'quote', label: ANSWER[language], text: notice.text }];
  if (!('reasons' in notice)) return moneyParticulars(notice, language);
  const items = notice.reasons.map((reason) => REASON_WORDS[reason][language]);
  const note = notice.note.trim();
  return [
    ...(items.length > 0 ? [{ kind: 'list', items } as const] : []),
    ...(note === '' ? [] : [{ kind: 'quote', label: NOTE[language], text: note } as const]),
  ];
}
