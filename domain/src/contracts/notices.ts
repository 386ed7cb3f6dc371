/** Notices in the inbox, and the channels of each group. */
import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES } from './endpoint.ts';
import {
  described,
  flag,
  itemReply,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  text,
  time,
} from './fields.ts';

/** Security, deposits, withdrawals, orders, account and verification, store, support, price alerts, announcements. */
export const NOTICE_GROUPS = [
  'SECURITY',
  'DEPOSITS',
  'WITHDRAWALS',
  'ORDERS',
  'ACCOUNT',
  'STORE',
  'SUPPORT',
  'PRICES',
  'NEWS',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];
/** PRODUCT: the inbox. BROWSER: displayed by the browser while a page of ours is open. */
export const NOTICE_CHANNELS = ['PRODUCT', 'EMAIL', 'SMS', 'BROWSER'] as const;
export type NoticeWay = (typeof NOTICE_CHANNELS)[number];

/** Maximum number that is counted. */
export const MAX_UNREAD = 100;

export const Notice = object({
  id: text('Identifier used in other calls.'),
  kind: text('Type of event, e.g. PASSWORD_CHANGED or DEPOSIT_CREDITED.'),
  group: oneOf('Group of notices.', NOTICE_GROUPS),
  title: text('Title, in the language of the request.'),
  text: text('Text, in the language of the request.'),
  advice: nullable(
    'Instructions for a reader who did not cause the event; null if there are none.',
    Type.String(),
  ),
  place: nullable('Path of the related page; null if there is none.', Type.String()),
  read: flag('Whether the notice was read.'),
  createdAtDateTime: time('Time of the event.'),
});
export type Notice = Static<typeof Notice>;

export const UnreadNotices = object({
  count: Type.Integer({ description: `Number of unread notices, counted up to ${MAX_UNREAD}.` }),
});

export const notices = endpoint('GET', '/notices', {
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's notices of 90 days, newest first, at most 500",
  query: object({ ...pageQuery }),
  languages: LANGUAGES,
  reply: listReply(Notice),
});

export const unreadNotices = endpoint('GET', '/notices/unread', {
  access: 'user',
  rate: 'read',
  summary: 'Returns the number of unread notices; the private channel `notices` publishes each change',
  reply: itemReply(UnreadNotices),
});

export const markNoticesRead = endpoint('POST', '/notices/read', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Marks a notice and all older ones as read; newer ones are unchanged',
  body: object({ until: Type.String({ maxLength: 40, description: 'Identifier of the notice.' }) }),
  reply: itemReply(UnreadNotices),
  errors: ['NOT_FOUND'],
});

export const NoticeSetting = object({
  on: flag('Whether notices of the group are sent by this channel.'),
  fixed: flag("Whether the setting can't be changed."),
});
export const NoticeSettings = object({
  group: oneOf('Group of notices.', NOTICE_GROUPS),
  ways: described('Channels, each with its setting.', {
    PRODUCT: described('Setting of the list in the profile.', NoticeSetting),
    EMAIL: described('Setting of email.', NoticeSetting),
    SMS: described('Setting of SMS.', NoticeSetting),
    BROWSER: described(
      'Setting of notifications by the browser while a page of the exchange is open.',
      NoticeSetting,
    ),
  }),
});
export type NoticeSettings = Static<typeof NoticeSettings>;

export const noticeSettings = endpoint('GET', '/notices/settings', {
  access: 'user',
  rate: 'read',
  summary: 'Returns which groups of notices are sent by which channels',
  reply: itemReply(Type.Array(NoticeSettings)),
});

export const setNoticeSetting = endpoint('PUT', '/notices/settings', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: "Turns a channel of a group of notices on or off; BAD_REQUEST (way): the setting can't be changed",
  body: object({
    group: oneOf('Group of notices.', NOTICE_GROUPS),
    way: oneOf(
      'Channel. PRODUCT: the list in the profile. BROWSER: notifications by the browser while a page of the exchange is open.',
      NOTICE_CHANNELS,
    ),
    on: flag('Whether to send notices of the group by this channel.'),
  }),
  reply: itemReply(Type.Array(NoticeSettings)),
});

export const THEMES = ['dark', 'light'] as const;

export const Preferences = described('Settings chosen by the user; null if there are none.', {
  language: nullable('Language of pages and emails; null if none was chosen.', Type.Enum(LANGUAGES)),
  theme: nullable('Theme of the pages; null if none was chosen.', Type.Enum(THEMES)),
});
export type Preferences = Static<typeof Preferences>;

export const setPreferences = endpoint('PUT', '/users/preferences', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary:
    'Sets the language and theme of the account; omitted fields are unchanged. Emails are sent in this language from then on',
  body: object({
    language: optional('Language of pages and emails.', Type.Enum(LANGUAGES)),
    theme: optional('Theme of the pages.', Type.Enum(THEMES)),
  }),
  reply: itemReply(Preferences),
});
