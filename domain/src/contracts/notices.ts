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
    id: described('The id that other calls name it by.', Type.String()),
    kind: described('What happened: PASSWORD_CHANGED, DEPOSIT_CREDITED, …', Type.String()),
    group: described('The group of notices.', Type.Enum(NOTICE_GROUPS)),
    title: described('The title, in the language of the request.', Type.String()),
    text: described('The text, in the language of the request.', Type.String()),
    advice: described(
      "What to do when it wasn't the reader; null: nothing of that sort.",
      Type.Union([Type.String(), Type.Null()]),
    ),
    place: described('Path of the page it is about; null: none.', Type.Union([Type.String(), Type.Null()])),
    read: described('Whether it was read.', Type.Boolean()),
    createdAtDateTime: described('When it happened.', Timestamp),
  },
  open,
);
export type Notice = Static<typeof Notice>;

export const UnreadNotices = Type.Object(
  { count: Type.Integer({ description: `Unread notices, counted up to ${MAX_UNREAD}` }) },
  open,
);

export const notices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'user',
  rate: 'read',
  summary: 'What the person was told, the newest first: of 90 days, at most 500',
  query: Type.Object({ ...pageQuery }, open),
  languages: LANGUAGES,
  reply: withContent(Notice),
});

export const unreadNotices = endpoint({
  method: 'GET',
  path: '/notices/unread',
  access: 'user',
  rate: 'read',
  summary: 'How many of them are unread; the private channel `notices` tells of each change',
  reply: withBase(UnreadNotices),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Marks a notice and all older ones as read; newer ones stay as they are',
  body: Type.Object({ until: Type.String({ maxLength: 40, description: 'Id of the notice' }) }, open),
  reply: withBase(UnreadNotices),
  errors: ['NOT_FOUND'],
});

export const NoticeSetting = Type.Object(
  {
    on: described('Whether notices of the group go this way.', Type.Boolean()),
    fixed: described("It can't be changed.", Type.Boolean()),
  },
  open,
);
export const NoticeSettings = Type.Object(
  {
    group: described('The group of notices.', Type.Enum(NOTICE_GROUPS)),
    ways: described(
      'The ways, each with its setting.',
      Type.Object(
        {
          PRODUCT: described('In the list of the profile.', NoticeSetting),
          EMAIL: described('By email.', NoticeSetting),
          SMS: described('By SMS.', NoticeSetting),
          BROWSER: described('Shown by the browser while a page of ours is open.', NoticeSetting),
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
  summary: 'Which group of notices goes which way',
  reply: withBase(Type.Array(NoticeSettings)),
});

export const setNoticeSetting = endpoint({
  method: 'PUT',
  path: '/notices/settings',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Turns one way of one group on or off; BAD_REQUEST (way): that one is fixed',
  body: Type.Object(
    {
      group: described('The group of notices.', Type.Enum(NOTICE_GROUPS)),
      way: described(
        'PRODUCT: the list in the profile. BROWSER: shown by the browser while a page of ours is open.',
        Type.Enum(NOTICE_WAYS),
      ),
      on: described('Whether notices of the group are to go this way.', Type.Boolean()),
    },
    open,
  ),
  reply: withBase(Type.Array(NoticeSettings)),
});

export const THEMES = ['dark', 'light'] as const;

export const Preferences = described(
  'What a person chose; null: nothing.',
  Type.Object(
    {
      language: described(
        'Language of pages and letters; null: none was chosen.',
        Type.Union([Type.Enum(LANGUAGES), Type.Null()]),
      ),
      theme: described(
        'Theme of the pages; null: none was chosen.',
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
    'Language and theme of the account; what is absent stays. Letters come in this language from then on',
  body: Type.Object(
    {
      language: described('Language of pages and letters.', Type.Optional(Type.Enum(LANGUAGES))),
      theme: described('Theme of the pages.', Type.Optional(Type.Enum(THEMES))),
    },
    open,
  ),
  reply: withBase(Preferences),
});
