import { withName } from '@sarraf/domain';
import type { CodePurpose, Language, WithdrawalWords } from '../identity/index.ts';
import { alarmLine } from './alarm-words.ts';
import { digitsOf, heldSentence, latin } from './format.ts';
import { type Letter, type Part, writeLetter } from './letter.ts';
import { CODES, formatMessage, LETTERS, NOTICES, type NoticeMessages } from './messages.ts';
import type { Notice } from './notice.ts';
import { valuesOf } from './notice-values.ts';
import { withdrawalLine, withdrawalParts } from './withdrawal-parts.ts';

const line = (text: string): Part => ({ kind: 'line', text });
const aside = (text: string): Part => ({ kind: 'aside', text });
const lifeOf = (seconds: number, language: Language) => ({
  minutes: digitsOf(Math.round(seconds / 60).toString(), language),
});

export function codeLetter(
  purpose: CodePurpose,
  language: Language,
  code: string,
  seconds: number,
  withdrawal?: WithdrawalWords,
): Letter {
  const { purpose: purposes, life } = CODES[language];
  const { subject, lead, notYou } = purposes[purpose];
  return writeLetter(language, subject, [
    line(lead),
    ...(withdrawal ? withdrawalParts(withdrawal, language) : []),
    { kind: 'code', text: code },
    line(formatMessage(language, life, lifeOf(seconds, language))),
    aside(notYou),
  ]);
}

/** The code is in the first line and in Latin digits, where phones detect it. */
export function codeText(
  purpose: CodePurpose,
  language: Language,
  code: string,
  seconds: number,
  withdrawal?: WithdrawalWords,
): string {
  const { purpose: purposes, shortLife } = CODES[language];
  const what = withdrawal ? `${withdrawalLine(withdrawal, language)}\n` : '';
  return `${purposes[purpose].sms}: ${code}\n${what}${formatMessage(language, shortLife, lifeOf(seconds, language))}`;
}

export function accountExistsLetter(language: Language): Letter {
  const { subject, lead, notYou } = CODES[language].accountExists;
  return writeLetter(language, subject, [line(lead), aside(notYou)]);
}

export function noticeLetter(notice: Notice, language: Language): Letter {
  const { subject, lines, next = [], notYou } = wordsOf(notice, language);
  return writeLetter(language, subject, [
    ...lines.map(line),
    ...particulars(notice, language),
    ...next.map(line),
    ...(notYou === undefined ? [] : [aside(notYou)]),
    ...freezing(notice, language),
  ]);
}

/** The freeze link, at the end of the e-mail. */
function freezing(notice: Notice, language: Language): Part[] {
  if (!('freeze' in notice) || notice.freeze === undefined) return [];
  const { text, label } = LETTERS[language].freeze;
  return [
    { kind: 'box', text },
    { kind: 'link', label, url: notice.freeze },
  ];
}

export function noticeText(notice: Notice, language: Language): string {
  const text = formatMessage(language, NOTICES[language][notice.kind].sms, valuesOf(notice, language));
  if (!('freeze' in notice) || notice.freeze === undefined) return text;
  // Carriers filter links out of SMS, and users should not get used to following them; the e-mail of the same
  // notice has it.
  return `${text} ${LETTERS[language].freeze.sms}`;
}

/** The same for the inbox, with the name of the exchange; null: of an unknown kind. */
export function noticeNote(
  notice: Notice,
  language: Language,
  name: string,
): { title: string; text: string; advice: string | null } | null {
  if (!Object.hasOwn(NOTICES[language], notice.kind)) return null;
  const { subject, lines, notYou } = wordsOf(notice, language);
  // The transaction id of sixty characters is in the receipt.
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
  if (part.kind === 'link') return part.label;
  return part.kind === 'quote' ? `${part.label}: ${part.text}` : part.text;
}

/** Returns a notice's texts except the SMS, filled in. */
function wordsOf(notice: Notice, language: Language): Omit<NoticeMessages, 'sms'> {
  const { subject, lines, next, notYou } = NOTICES[language][notice.kind];
  const values = valuesOf(notice, language);
  const filled = (message: string) => formatMessage(language, message, values);
  return {
    subject: filled(subject),
    lines: lines.map(filled).filter((text) => text !== ''),
    ...(next && { next: next.map(filled) }),
    ...(notYou !== undefined && { notYou: filled(notYou) }),
  };
}

/** Returns details below the text of a notice: reasons and note of a refusal, or the end of a hold. */
function particulars(notice: Notice, language: Language): Part[] {
  if ('heldUntil' in notice && notice.heldUntil !== null)
    return [{ kind: 'box', text: heldSentence(notice.heldUntil, language) }];
  const { label } = LETTERS[language];
  if (notice.kind === 'ALARMS')
    return [{ kind: 'list', items: notice.alarms.map((alarm) => alarmLine(alarm, language)) }];
  if (notice.kind === 'TICKET_ANSWERED') return [{ kind: 'quote', label: label.answer, text: notice.text }];
  if (notice.kind === 'WITHDRAWAL_SENT')
    return [{ kind: 'quote', label: label.txid, text: latin(notice.txid, language) }];
  // The reason here is a code, which its lines express in words.
  if ('reason' in notice && notice.kind !== 'RECURRING_SKIPPED') return quoted(label.reason, notice.reason);
  if (!('reasons' in notice)) return [];
  const items = notice.reasons.map((reason) => LETTERS[language].reason[reason]);
  return [
    ...(items.length > 0 ? [{ kind: 'list', items } as const] : []),
    ...quoted(label.note, notice.note),
  ];
}

/** Empty if there is no text. */
function quoted(label: string, text: string): Part[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : [{ kind: 'quote', label, text: trimmed }];
}
