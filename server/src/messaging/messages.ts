/** Texts of e-mails, SMS and notices, from `messages/server`, and their formatting. */
import type { UserLevel } from '@sarraf/domain';
import type { AlarmKind, RefusalReason } from '@sarraf/domain/contracts';
import { IntlMessageFormat } from 'intl-messageformat';
import enCodes from '../../../messages/server/en/codes.json' with { type: 'json' };
import enLetters from '../../../messages/server/en/letters.json' with { type: 'json' };
import enNotices from '../../../messages/server/en/notices.json' with { type: 'json' };
import faCodes from '../../../messages/server/fa/codes.json' with { type: 'json' };
import faLetters from '../../../messages/server/fa/letters.json' with { type: 'json' };
import faNotices from '../../../messages/server/fa/notices.json' with { type: 'json' };
import enStaffAlarms from '../../../messages/web/en/staff-alarms.json' with { type: 'json' };
import faStaffAlarms from '../../../messages/web/fa/staff-alarms.json' with { type: 'json' };
import type { CodePurpose, Language } from '../identity/index.ts';
import type { Notice } from './notice.ts';

/** Texts of one notice in one language, each an ICU message. */
export interface NoticeMessages {
  /** Subject and heading of the e-mail. */
  subject: string;
  /** What happened; empty lines are omitted. Followed by the reasons of a refusal or the hold. */
  lines: string[];
  /** What comes next. */
  next?: string[];
  /** What to do if it wasn't the reader, in the inbox and in an e-mail without a freeze link. */
  notYou?: string;
  /** The SMS: at most two parts of 67 characters in Persian, 153 in English, without line breaks. */
  sms: string;
}

/** Persian is the source; a missing kind, purpose or key doesn't compile. */
export const NOTICES: Record<Language, Record<Notice['kind'], NoticeMessages>> = {
  fa: faNotices,
  en: enNotices,
};
export const CODES: Record<Language, typeof faCodes & { purpose: Record<CodePurpose, unknown> }> = {
  fa: faCodes,
  en: enCodes,
};
export const MAIL_TEXTS: Record<
  Language,
  typeof faLetters & { level: Record<UserLevel, string>; reason: Record<RefusalReason, string> }
> = { fa: faLetters, en: enLetters };

/** Alarm texts, as in the back office. */
export const ALARM_WORDS: Record<Language, Record<AlarmKind, string>> = {
  fa: faStaffAlarms.kind,
  en: enStaffAlarms.kind,
};

/** Values of a message's placeholders; for a plural the number, for a select the choice. */
export type Values = Readonly<Record<string, string | number>>;

const formats: Record<Language, Map<string, IntlMessageFormat>> = { fa: new Map(), en: new Map() };

/** @throws if the message names a placeholder that `values` lack. */
export function formatMessage(language: Language, message: string, values: Values = {}): string {
  let format = formats[language].get(message);
  if (!format) {
    format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    formats[language].set(message, format);
  }
  // With strings and numbers as values the result is a string.
  return format.format(values) as string;
}
