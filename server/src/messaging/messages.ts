/** The words of mails, SMS and notices, from `messages/server`, and how they are filled in. */
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

/** What one notice says in one language, each an ICU message. */
export interface NoticeMessages {
  /** The mail's subject and heading. */
  subject: string;
  /** What happened; a line that comes to nothing is left out. The refusal's reasons or the hold follow. */
  lines: string[];
  /** What comes next. */
  next?: string[];
  /** What to do when it wasn't the reader. */
  notYou?: string;
  /** The whole as an SMS: two parts of 67 characters in Persian, of 153 in English, and no line break. */
  sms: string;
}

/** Persian is the source; a kind, a purpose or a key that a language lacks doesn't compile. */
export const NOTICES: Record<Language, Record<Notice['kind'], NoticeMessages>> = {
  fa: faNotices,
  en: enNotices,
};
export const CODES: Record<Language, typeof faCodes & { purpose: Record<CodePurpose, unknown> }> = {
  fa: faCodes,
  en: enCodes,
};
export const LETTERS: Record<
  Language,
  typeof faLetters & { level: Record<UserLevel, string>; reason: Record<RefusalReason, string> }
> = { fa: faLetters, en: enLetters };

/** What is wrong, as the back office says it too. */
export const ALARM_WORDS: Record<Language, Record<AlarmKind, string>> = {
  fa: faStaffAlarms.kind,
  en: enStaffAlarms.kind,
};

/** What a message's names stand for; of a plural the number, of a select the choice. */
export type Values = Readonly<Record<string, string | number>>;

const formats: Record<Language, Map<string, IntlMessageFormat>> = { fa: new Map(), en: new Map() };

/** @throws where the message names what `values` lack. */
export function formatMessage(language: Language, message: string, values: Values = {}): string {
  let format = formats[language].get(message);
  if (!format) {
    format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    formats[language].set(message, format);
  }
  // Strings and numbers come to a string.
  return format.format(values) as string;
}
