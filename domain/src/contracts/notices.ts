/** Notices in the inbox, and the channels of each group. */
import { type Static, Type } from 'typebox';
import {
  described,
  endpoint,
  LANGUAGES,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

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
export const NOTICE_WAYS = ['PRODUCT', 'EMAIL', 'SMS', 'BROWSER'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

/** Maximum number that is counted. */
export const MAX_UNREAD = 100;

export const Notice = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    kind: described('Type of event, e.g. PASSWORD_CHANGED or DEPOSIT_CREDITED.', Type.String()),
    group: described('Group of notices.', Type.Enum(NOTICE_GROUPS)),
    title: described('Title, in the language of the request.', Type.String()),
    text: described('Text, in the language of the request.', Type.String()),
    advice: described(
      'Instructions for a reader who did not cause the event; null if there are none.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    place: described(
      'Path of the related page; null if there is none.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    read: described('Whether the notice was read.', Type.Boolean()),
    createdAtDateTime: described('Time of the event.', Timestamp),
  },
  open,
);
export type Notice = Static<typeof Notice>;

export const UnreadNotices = Type.Object(
  { count: Type.Integer({ description: `Number of unread notices, counted up to ${MAX_UNREAD}.` }) },
  open,
);

export const notices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's notices of 90 days, newest first, at most 500",
  query: Type.Object({ ...pageQuery }, open),
  languages: LANGUAGES,
  reply: withContent(Notice),
});

export const unreadNotices = endpoint({
  method: 'GET',
  path: '/notices/unread',
  access: 'user',
  rate: 'read',
  summary: 'Returns the number of unread notices; the private channel `notices` publishes each change',
  reply: withBase(UnreadNotices),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Marks a notice and all older ones as read; newer ones are unchanged',
  body: Type.Object(
    { until: Type.String({ maxLength: 40, description: 'Identifier of the notice.' }) },
    open,
  ),
  reply: withBase(UnreadNotices),
  errors: ['NOT_FOUND'],
});

export const NoticeSetting = Type.Object(
  {
    on: described('Whether notices of the group are sent by this channel.', Type.Boolean()),
    fixed: described("Whether the setting can't be changed.", Type.Boolean()),
  },
  open,
);
export const NoticeSettings = Type.Object(
  {
    group: described('Group of notices.', Type.Enum(NOTICE_GROUPS)),
    ways: described(
      'Channels, each with its setting.',
      Type.Object(
        {
          PRODUCT: described('Setting of the list in the profile.', NoticeSetting),
          EMAIL: described('Setting of email.', NoticeSetting),
          SMS: described('Setting of SMS.', NoticeSetting),
          BROWSER: described(
            'Setting of notifications by the browser while a page of the exchange is open.',
            NoticeSetting,
          ),
        },
        open,
      ),
    ),
  },
  open,
);
export type NoticeSettings = Static<typeof NoticeSettings>;

export const noticeSettings = endpoint({
  method: 'GET',
  path: '/notices/settings',
  access: 'user',
  rate: 'read',
  summary: 'Returns which groups of notices are sent by which channels',
  reply: withBase(Type.Array(NoticeSettings)),
});

export const setNoticeSetting = endpoint({
  method: 'PUT',
  path: '/notices/settings',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: "Turns a channel of a group of notices on or off; BAD_REQUEST (way): the setting can't be changed",
  body: Type.Object(
    {
      group: described('Group of notices.', Type.Enum(NOTICE_GROUPS)),
      way: described(
        'Channel. PRODUCT: the list in the profile. BROWSER: notifications by the browser while a page of the exchange is open.',
        Type.Enum(NOTICE_WAYS),
      ),
      on: described('Whether to send notices of the group by this channel.', Type.Boolean()),
    },
    open,
  ),
  reply: withBase(Type.Array(NoticeSettings)),
});

export const THEMES = ['dark', 'light'] as const;

export const Preferences = described(
  'Settings chosen by the user; null if there are none.',
  Type.Object(
    {
      language: described(
        'Language of pages and emails; null if none was chosen.',
        Type.Union([Type.Enum(LANGUAGES), Type.Null()]),
      ),
      theme: described(
        'Theme of the pages; null if none was chosen.',
        Type.Union([Type.Enum(THEMES), Type.Null()]),
      ),
    },
    open,
  ),
);
export type Preferences = Static<typeof Preferences>;

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/users/preferences',
  access: 'user',
  rate: 'write',
  feature: null,
  summary:
    'Sets the language and theme of the account; omitted fields are unchanged. Emails are sent in this language from then on',
  body: Type.Object(
    {
      language: described('Language of pages and emails.', Type.Optional(Type.Enum(LANGUAGES))),
      theme: described('Theme of the pages.', Type.Optional(Type.Enum(THEMES))),
    },
    open,
  ),
  reply: withBase(Preferences),
});
