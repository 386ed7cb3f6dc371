/** What a person is told inside the product, and which of it goes which way. */
import { type Static, Type } from 'typebox';
import { endpoint, open, pageQuery, Timestamp, withBase, withContent } from './endpoint.ts';

/** Security, what comes in, what leaves, orders, account and verification, store, support, price alerts, announcements. */
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
/** PRODUCT: the list in the profile. BROWSER: shown by the browser while a page of ours is open. */
export const NOTICE_WAYS = ['PRODUCT', 'EMAIL', 'SMS', 'BROWSER'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

/** As many unread ones are counted, and no more. */
export const MOST_UNREAD = 100;

export const Notice = Type.Object(
  {
    id: Type.String(),
    /** What happened: PASSWORD_CHANGED, DEPOSIT_CREDITED, … */
    kind: Type.String(),
    group: Type.Enum(NOTICE_GROUPS),
    /** Title and text in the language of the request. */
    title: Type.String(),
    text: Type.String(),
    /** What to do when it wasn't the reader; null: nothing of that sort. */
    advice: Type.Union([Type.String(), Type.Null()]),
    /** Path of the page it is about; null: none. */
    place: Type.Union([Type.String(), Type.Null()]),
    read: Type.Boolean(),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type Notice = Static<typeof Notice>;

const Unread = Type.Object(
  { count: Type.Integer({ description: `Unread notices, counted up to ${MOST_UNREAD}` }) },
  open,
);

export const notices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'user',
  rate: 'read',
  summary: 'What the person was told, the newest first: of 90 days, at most 500',
  query: Type.Object({ ...pageQuery }, open),
  reply: withContent(Notice),
});

export const unreadNotices = endpoint({
  method: 'GET',
  path: '/notices/unread',
  access: 'user',
  rate: 'read',
  summary: 'How many of them are unread; the private channel `notices` tells of each change',
  reply: withBase(Unread),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  access: 'user',
  rate: 'write',
  summary: 'Marks a notice and all older ones as read; newer ones stay as they are',
  body: Type.Object({ until: Type.String({ maxLength: 40, description: 'Id of the notice' }) }, open),
  reply: withBase(Unread),
  errors: ['NOT_FOUND'],
});

const Setting = Type.Object(
  {
    on: Type.Boolean(),
    /** It can't be changed. */
    fixed: Type.Boolean(),
  },
  open,
);
export const NoticeSettings = Type.Object(
  {
    group: Type.Enum(NOTICE_GROUPS),
    ways: Type.Object({ PRODUCT: Setting, EMAIL: Setting, SMS: Setting, BROWSER: Setting }, open),
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
  summary: 'Turns one way of one group on or off; BAD_REQUEST (way): that one is fixed',
  body: Type.Object(
    { group: Type.Enum(NOTICE_GROUPS), way: Type.Enum(NOTICE_WAYS), on: Type.Boolean() },
    open,
  ),
  reply: withBase(Type.Array(NoticeSettings)),
});

export const THEMES = ['dark', 'light'] as const;

/** What a person chose; null: nothing. */
export const Preferences = Type.Object(
  {
    language: Type.Union([Type.Enum(['fa', 'en']), Type.Null()]),
    theme: Type.Union([Type.Enum(THEMES), Type.Null()]),
  },
  open,
);
export type Preferences = Static<typeof Preferences>;

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/users/preferences',
  access: 'user',
  rate: 'write',
  summary:
    'Language and theme of the account; what is absent stays. Letters come in this language from then on',
  body: Type.Object(
    {
      language: Type.Optional(Type.Enum(['fa', 'en'])),
      theme: Type.Optional(Type.Enum(THEMES)),
    },
    open,
  ),
  reply: withBase(Preferences),
});
