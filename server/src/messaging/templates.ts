import { insertProductName } from '@sarraf/domain';
import type { CodePurpose, Language, WithdrawalSummary } from '../identity/index.ts';
import { formatAlarm } from './alarm-words.ts';
import { formatHoldSentence, isolateLatin, localizeDigits } from './format.ts';
import { type Letter, type MailPart, writeLetter } from './letter.ts';
import { CODES, formatMessage, MAIL_TEXTS, NOTICES, type NoticeMessages } from './messages.ts';
import type { Notice } from './notice.ts';
import { valuesOf } from './notice-values.ts';
import { buildWithdrawalParts, formatWithdrawalLine } from './withdrawal-parts.ts';

const linePart = (text: string): MailPart => ({ kind: 'line', text });
const asidePart = (text: string): MailPart => ({ kind: 'aside', text });
const validityValues = (seconds: number, language: Language) => ({
  minutes: localizeDigits(Math.round(seconds / 60).toString(), language),
});

export function buildCodeMail(
  purpose: CodePurpose,
  language: Language,
  code: string,
  seconds: number,
  withdrawal?: WithdrawalSummary,
): Letter {
  const { purpose: purposes, life } = CODES[language];
  const { subject, lead, notYou } = purposes[purpose];
  return writeLetter(language, subject, [
    linePart(lead),
    ...(withdrawal ? buildWithdrawalParts(withdrawal, language) : []),
    { kind: 'code', text: code },
    linePart(formatMessage(language, life, validityValues(seconds, language))),
    asidePart(notYou),
  ]);
}

/** The code is in the first line and in Latin digits, where phones detect it. */
export function buildCodeText(
  purpose: CodePurpose,
  language: Language,
  code: string,
  seconds: number,
  withdrawal?: WithdrawalSummary,
): string {
  const { purpose: purposes, shortLife } = CODES[language];
  const subject = withdrawal ? `${formatWithdrawalLine(withdrawal, language)}\n` : '';
  return `${purposes[purpose].sms}: ${code}\n${subject}${formatMessage(language, shortLife, validityValues(seconds, language))}`;
}

export function buildAccountExistsMail(language: Language): Letter {
  const { subject, lead, notYou } = CODES[language].accountExists;
  return writeLetter(language, subject, [linePart(lead), asidePart(notYou)]);
}

export function buildNoticeMail(notice: Notice, language: Language): Letter {
  const { subject, lines, next = [], notYou } = fillNoticeMessages(notice, language);
  const freezeParts = freezeLinkParts(notice, language);
  return writeLetter(language, subject, [
    ...lines.map(linePart),
    ...detailParts(notice, language),
    ...freezeParts,
    ...next.map(linePart),
    ...(notYou === undefined || freezeParts.length > 0 ? [] : [asidePart(notYou)]),
  ]);
}

/** The freeze link precedes all other advice, because a frozen account refuses most of it. */
function freezeLinkParts(notice: Notice, language: Language): MailPart[] {
  if (!('freeze' in notice) || notice.freeze === undefined) return [];
  const { text, label } = MAIL_TEXTS[language].freeze;
  return [
    { kind: 'box', text },
    { kind: 'link', label, url: notice.freeze },
  ];
}

export function buildNoticeText(notice: Notice, language: Language): string {
  const text = formatMessage(language, NOTICES[language][notice.kind].sms, valuesOf(notice, language));
  if (!('freeze' in notice) || notice.freeze === undefined) return text;
  // Carriers filter links out of SMS, and users should not get used to following them; the e-mail of the same
  // notice has it.
  return `${text} ${MAIL_TEXTS[language].freeze.sms}`;
}

/** The same for the inbox, with the name of the exchange; null: of an unknown kind. */
export function buildInboxNote(
  notice: Notice,
  language: Language,
  name: string,
): { title: string; text: string; advice: string | null } | null {
  if (!Object.hasOwn(NOTICES[language], notice.kind)) return null;
  const { subject, lines, notYou } = fillNoticeMessages(notice, language);
  // The transaction id of sixty characters is in the receipt.
  const detailLines = notice.kind === 'WITHDRAWAL_SENT' ? [] : detailParts(notice, language).map(partToLine);
  const text = notice.kind === 'TICKET_ANSWERED' ? notice.text : [...lines, ...detailLines].join(' ');
  const replaceName = (template: string) => insertProductName(template, language, name);
  return {
    title: replaceName(subject),
    text: replaceName(text),
    advice: notYou === undefined ? null : replaceName(notYou),
  };
}

function partToLine(part: MailPart): string {
  if (part.kind === 'list') return part.items.join(' • ');
  if (part.kind === 'link') return part.label;
  return part.kind === 'quote' ? `${part.label}: ${part.text}` : part.text;
}

/** Returns a notice's texts except the SMS, filled in. */
function fillNoticeMessages(notice: Notice, language: Language): Omit<NoticeMessages, 'sms'> {
  const { subject, lines, next, notYou } = NOTICES[language][notice.kind];
  const values = valuesOf(notice, language);
  const fillMessage = (message: string) => formatMessage(language, message, values);
  return {
    subject: fillMessage(subject),
    lines: lines.map(fillMessage).filter((text) => text !== ''),
    ...(next && { next: next.map(fillMessage) }),
    ...(notYou !== undefined && { notYou: fillMessage(notYou) }),
  };
}

/** Returns details below the text of a notice: reasons and note of a refusal, or the end of a hold. */
function detailParts(notice: Notice, language: Language): MailPart[] {
  if ('heldUntil' in notice && notice.heldUntil !== null)
    return [{ kind: 'box', text: formatHoldSentence(notice.heldUntil, language) }];
  const { label } = MAIL_TEXTS[language];
  if (notice.kind === 'ALARMS')
    return [{ kind: 'list', items: notice.alarms.map((alarm) => formatAlarm(alarm, language)) }];
  if (notice.kind === 'TICKET_ANSWERED') return [{ kind: 'quote', label: label.answer, text: notice.text }];
  if (notice.kind === 'WITHDRAWAL_SENT')
    return [{ kind: 'quote', label: label.txid, text: isolateLatin(notice.txid, language) }];
  // The reason here is a code, which its lines express in words.
  if ('reason' in notice && notice.kind !== 'RECURRING_SKIPPED')
    return quoteParts(label.reason, notice.reason);
  if (!('reasons' in notice)) return [];
  const items = notice.reasons.map((reason) => MAIL_TEXTS[language].reason[reason]);
  return [
    ...(items.length > 0 ? [{ kind: 'list', items } as const] : []),
    ...quoteParts(label.note, notice.note),
  ];
}

/** Empty if there is no text. */
function quoteParts(label: string, text: string): MailPart[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : [{ kind: 'quote', label, text: trimmed }];
}
