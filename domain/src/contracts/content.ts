import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import { endpoint, LANGUAGES } from './endpoint.ts';
import {
  described,
  ignored,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  orNull,
  pageQuery,
  text,
  time,
} from './fields.ts';

/** Texts about the exchange: rows that staff writes, in each language; Arabic falls back to Persian. */
export const ARTICLE_KINDS = ['FAQ', 'MANUAL', 'PAGE', 'ANNOUNCEMENT', 'BLOG'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];
export const ARTICLE_LANGUAGES = ['fa', 'en', 'ar'] as const;
export type ArticleLanguage = (typeof ARTICLE_LANGUAGES)[number];
export const ASKED_LANGUAGES = [...ARTICLE_LANGUAGES, 'Ir', 'En', 'Ar'] as const;
/** Subjects of the page of questions, in its order; questions without one follow under a last heading. */
export const FAQ_SUBJECTS = ['deposit', 'withdrawal', 'verification', 'fees', 'trading', 'security'] as const;
/** Slugs of kind PAGE that the site links to; the privacy policy is in `/exchange-info`. */
export const PAGE_NAMES = ['terms', 'about', 'contact', 'fees'] as const;

const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80 });
const Html = Type.String({
  description: 'HTML: headings, paragraphs, lists, tables, emphasis, links, pictures of this site.',
});
const Picture = orNull(Type.String({ description: 'Path of a picture on this site.' }));

const Subject = nullable(
  'Subject of a question; null if it is about the account or anything else, and for other kinds.',
  Type.Enum(FAQ_SUBJECTS),
);

const languageQuery = described(
  'Language, with precedence over Accept-Language; Ir, En and Ar are the names that the specification uses for its own client.',
  {
    language: optional(
      'Language, with precedence over Accept-Language; Ir, En and Ar are the names that the specification uses for its own client.',
      Type.Enum(ASKED_LANGUAGES),
    ),
  },
);

export const FaqItem = object({
  slug: described('Slug of the text in its URL.', Slug),
  subject: Subject,
  question: text('Question, as plain text.'),
  answer: Html,
});
export type FaqItem = Static<typeof FaqItem>;

export const faq = endpoint('GET', '/faq', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the questions and answers in `language`, or that of Accept-Language, in their order',
  query: languageQuery,
  languages: ARTICLE_LANGUAGES,
  reply: listReply(FaqItem),
});

export const ManualItem = object({
  slug: described('Slug of the text in its URL.', Slug),
  title: text('Heading of the text, as plain text.'),
  html: Html,
  picture: described('Path of a picture on this site; null if there is none.', Picture),
});
export type ManualItem = Static<typeof ManualItem>;

export const userManual = endpoint('GET', '/user-manual', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the parts of the guide in `language`, or that of Accept-Language, in their order',
  query: languageQuery,
  languages: ARTICLE_LANGUAGES,
  reply: listReply(ManualItem),
});

export const BlogItem = object({
  slug: described('Slug of the text in its URL.', Slug),
  coin: nullable('Code of the coin that the text is about; null if there is none.', Type.Enum(COINS)),
  title: text('Heading of the text, as plain text.'),
  summary: text('Summary of one or two sentences, as plain text.'),
  body: Html,
  picture: described('Path of a picture on this site; null if there is none.', Picture),
  publishedAtDateTime: time('Time of publication.'),
});
export type BlogItem = Static<typeof BlogItem>;

export const blog = endpoint('GET', '/blog', {
  access: 'public',
  rate: 'read',
  summary:
    'Returns the texts of the blog, sorted by title, in the language of Accept-Language; the title of those about a coin is its English name',
  languages: ARTICLE_LANGUAGES,
  reply: listReply(BlogItem),
});

export const blogItem = endpoint('GET', '/blog/:slug', {
  access: 'public',
  rate: 'read',
  summary: 'Returns one text of the blog',
  params: object({ slug: described('Slug of the text in its URL.', Slug) }),
  languages: ARTICLE_LANGUAGES,
  reply: itemReply(BlogItem),
  errors: ['NOT_FOUND'],
});

export const Announcement = object({
  slug: described('Slug of the text in its URL.', Slug),
  title: text('Heading of the text, as plain text.'),
  html: Html,
  publishedAtDateTime: time('Time of publication.'),
});
export type Announcement = Static<typeof Announcement>;

export const announcements = endpoint('GET', '/announcements', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the announcements of the exchange, newest first, at most fifty',
  languages: ARTICLE_LANGUAGES,
  reply: listReply(Announcement),
});

export const PageText = object({
  name: described('Slug of the page in its URL.', Slug),
  title: text('Heading of the text, as plain text.'),
  html: Html,
  updatedAtDateTime: time('Time of the last change.'),
});
export type PageText = Static<typeof PageText>;

export const pageText = endpoint('GET', '/pages/:name', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the text of a page: terms, about, contact, fees',
  params: object({ name: described('Slug of the page in its URL: terms, about, contact or fees.', Slug) }),
  languages: ARTICLE_LANGUAGES,
  reply: itemReply(PageText),
  errors: ['NOT_FOUND'],
});

/** The issuer of receipts and statements; empty fields are omitted. */
const issuer = (line: ReturnType<typeof Type.String>) => ({
  legalName: described(
    'Registered name of the company that issues receipts and statements; empty if not set.',
    line,
  ),
  registrationNumber: described(
    'Number of that company in the register of companies; empty if not set.',
    line,
  ),
  nationalId: described('National id of that company; empty if not set.', line),
});

export const ExchangeInfo = object({
  language: oneOf('Language of this row.', LANGUAGES),
  address: text('Postal address of the exchange.'),
  appAndroid: text('URL of the Android app; empty if there is none.'),
  appIOS: text('URL of the iOS app; empty if there is none.'),
  email: text('Email address of the exchange.'),
  instagram: text("URL of the exchange's page on Instagram."),
  linkedin: text("URL of the exchange's page on LinkedIn."),
  number: text('Telephone number of the exchange.'),
  telegram: text("URL of the exchange's page on Telegram."),
  twitter: text("URL of the exchange's page on Twitter."),
  ...issuer(Type.String()),
  privacyPolicy: text('Privacy policy, as HTML.', { description: 'Privacy policy, as HTML.' }),
});
export type ExchangeInfo = Static<typeof ExchangeInfo>;

export const exchangeInfo = endpoint('GET', '/exchange-info', {
  access: 'public',
  rate: 'read',
  summary: 'Returns contact data and the privacy policy, one row per language',
  reply: listReply(ExchangeInfo),
});

export const NewsPost = object({
  title: described('Title, in the format of WordPress.', { rendered: text('Title, as HTML.') }),
  date: text('Time of publication.'),
  better_featured_image: nullable('Picture of the post; null if there is none.', {
    source_url: Type.String({ description: 'Path of the picture on this site.' }),
  }),
  link: text('URL of the post on the news site.'),
});
export type NewsPost = Static<typeof NewsPost>;

export const news = endpoint('GET', '/news', {
  access: 'public',
  rate: 'read',
  summary:
    'Returns the newest posts of the news site (WordPress, `/wp-json/wp/v2/posts`); empty if it is down and was never reachable',
  languages: LANGUAGES,
  reply: listReply(NewsPost),
});

export const newsImage = endpoint('GET', '/news-images/:name', {
  access: 'public',
  rate: 'read',
  summary: 'Returns a picture of the news, 640 × 360 (image/webp)',
  params: object({ name: text('Name of the picture, from `source_url`.', { maxLength: 80 }) }),
  media: ['image/webp'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const Brand = described(
  'Name, colours and mark of the exchange (white label): brand.json, overridden by the settings of staff.',
  {
    name: described('Name of the exchange.', {
      fa: text('Name of the exchange in Persian.'),
      en: text('Name of the exchange in English.'),
    }),
    accent: described('Colour of action elements, in each theme.', {
      dark: text('Colour in the dark theme, as #rrggbb.'),
      light: text('Colour in the light theme, as #rrggbb.'),
    }),
    mark: text('Colour of the mark, as #rrggbb.'),
    logo: described('Path of a logo (SVG or PNG) on this site; null if the drawn mark is used.', Picture),
  },
);
export type Brand = Static<typeof Brand>;

const BrandLine = Type.String({ minLength: 1, maxLength: 300 });
export const BrandFile = described(
  'Content of brand.json: the brand, and the company, contact data and links that apply unless staff has set others.',
  {
    ...Brand.properties,
    company: optional('Company that issues receipts and statements.', {
      legalName: described('Registered name, in each language.', {
        fa: described('Text in Persian.', BrandLine),
        en: described('Text in English.', BrandLine),
      }),
      registrationNumber: described('Number of the company in the register of companies.', BrandLine),
      nationalId: described('National id of the company.', BrandLine),
    }),
    contact: optional('Contact data of the exchange.', {
      address: described('Postal address, in each language.', {
        fa: described('Text in Persian.', BrandLine),
        en: described('Text in English.', BrandLine),
      }),
      email: described('Email address of the exchange.', BrandLine),
      number: described('Telephone number of the exchange.', BrandLine),
    }),
    social: optional('Social links (https); omitted ones are not displayed.', {
      telegram: optional("URL of the exchange's page on Telegram.", BrandLine),
      instagram: optional("URL of the exchange's page on Instagram.", BrandLine),
      twitter: optional("URL of the exchange's page on Twitter.", BrandLine),
      linkedin: optional("URL of the exchange's page on LinkedIn.", BrandLine),
    }),
  },
);
export type BrandFile = Static<typeof BrandFile>;

export const brand = endpoint('GET', '/brand', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the name, colours and mark of the exchange',
  reply: itemReply(Brand),
});

export const brandLogo = endpoint('GET', '/brand/logo', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the logo set by staff (image/png)',
  query: object({ v: ignored('a version, so that a new logo has a new URL') }),
  media: ['image/png'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const StaffBrand = object({
  brand: described('Current brand.', Brand),
  usual: described('Brand from brand.json, which applies unless staff has set another.', Brand),
  version: integer('Version, increased by each change; 0 if staff has set nothing.'),
  updatedBy: text('Email address of the staff member who made the last change.'),
});
export type StaffBrand = Static<typeof StaffBrand>;

const ofAdmin = { access: 'staff', roles: [], rate: 'write' } as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const BrandName = text('Name without characters that would have to be escaped in an email.', {
  pattern: '^[^<>&"\'\\u0000-\\u001f]{1,24}$',
  minLength: 1,
  maxLength: 24,
});

export const staffBrand = endpoint('GET', '/backoffice/brand', {
  ...ofAdmin,
  rate: 'read',
  summary: 'Returns the current brand, and the brand without the settings of staff',
  reply: itemReply(StaffBrand),
});

export const saveBrand = endpoint('PUT', '/backoffice/brand', {
  ...ofAdmin,
  summary:
    'Sets names and colours. BAD_REQUEST: `errors` names the invalid values, e.g. `accent.dark.ON_ACCENT`; CONFLICT: the brand has changed since `version`',
  body: object({
    version: integer('Version that was read; CONFLICT if it has changed since.', { minimum: 0 }),
    name: described('Name of the exchange.', {
      fa: described('Text in Persian.', BrandName),
      en: described('Text in English.', BrandName),
    }),
    accent: described('Colour of action elements, in each theme.', {
      dark: described('Colour in the dark theme, as #rrggbb.', Colour),
      light: described('Colour in the light theme, as #rrggbb.', Colour),
    }),
    mark: described('Colour of the mark, as #rrggbb.', Colour),
  }),
  reply: itemReply(StaffBrand),
  errors: ['CONFLICT'],
});

export const MAX_LOGO_BYTES = 500_000;

export const saveBrandLogo = endpoint('POST', '/backoffice/brand/logo', {
  ...ofAdmin,
  summary: 'Sets the logo: SVG, PNG or WebP, re-encoded as PNG',
  files: { names: ['logo'], maxBytes: MAX_LOGO_BYTES },
  reply: itemReply(StaffBrand),
  errors: ['INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
});

export const removeBrandLogo = endpoint('DELETE', '/backoffice/brand/logo', {
  ...ofAdmin,
  summary: 'Deletes the logo set by staff; the logo from brand.json applies again',
  reply: itemReply(StaffBrand),
});

export const resetBrand = endpoint('DELETE', '/backoffice/brand', {
  ...ofAdmin,
  summary: 'Deletes all brand settings of staff; brand.json applies again',
  reply: itemReply(StaffBrand),
});

const ArticleKey = object({
  kind: oneOf(
    'Kind of text: FAQ: a question; MANUAL: a part of the guide; PAGE: a page; ANNOUNCEMENT: an announcement; BLOG: a blog post.',
    ARTICLE_KINDS,
  ),
  slug: described('Slug of the text in its URL.', Slug),
  language: oneOf('Language code: fa, en or ar.', ARTICLE_LANGUAGES),
});
/** A text of maximum length in a script of two or three bytes per letter, with room for JSON escapes. */
const MAX_TEXT_BYTES = 400_000;
export const ARTICLE_STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

export const ArticleRow = object({
  kind: oneOf(
    'Kind of text: FAQ: a question; MANUAL: a part of the guide; PAGE: a page; ANNOUNCEMENT: an announcement; BLOG: a blog post.',
    ARTICLE_KINDS,
  ),
  slug: described('Slug of the text in its URL.', Slug),
  language: oneOf('Language code: fa, en or ar.', ARTICLE_LANGUAGES),
  title: text('Heading of the text, as plain text.'),
  state: oneOf('State of the text; DRAFT and ARCHIVED texts are visible to staff only.', ARTICLE_STATES),
  place: integer('Position among the texts of its kind.'),
  version: integer(
    'Version of the text, increased by each change; a save refers to the version it was made from.',
  ),
  updatedAtDateTime: time('Time of the last change.'),
  updatedBy: text(
    'Email address of the staff member who made the last change; empty for text that came with the product.',
  ),
});
export type ArticleRow = Static<typeof ArticleRow>;

export const ArticleText = object({
  title: text('Heading of the text, as plain text.', { minLength: 1, maxLength: 200 }),
  summary: text('Summary of one or two sentences, as plain text.', { maxLength: 500 }),
  body: Type.String({
    maxLength: 100_000,
    description: 'HTML, sanitised when it is saved and when it is returned.',
  }),
  coin: nullable('Code of the coin that the text is about; null if there is none.', Type.Enum(COINS)),
  subject: Subject,
  picture: described('Path of a picture on this site; null if there is none.', Picture),
  place: integer('Position among the texts of its kind.', { minimum: 0, maximum: 10_000 }),
  state: oneOf('State of the text; DRAFT and ARCHIVED texts are visible to staff only.', ARTICLE_STATES),
});
export type ArticleText = Static<typeof ArticleText>;

export const articles = endpoint('GET', '/backoffice/articles', {
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the texts of a kind and language, sorted by position, including drafts and archived ones',
  query: object({
    kind: oneOf(
      'Kind of text: FAQ: a question; MANUAL: a part of the guide; PAGE: a page; ANNOUNCEMENT: an announcement; BLOG: a blog post.',
      ARTICLE_KINDS,
    ),
    language: oneOf('Language code: fa, en or ar.', ARTICLE_LANGUAGES),
    ...pageQuery,
  }),
  reply: listReply(ArticleRow),
});

export const article = endpoint('GET', '/backoffice/articles/:kind/:slug/:language', {
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns one text in its current version, with its last versions',
  params: ArticleKey,
  reply: itemReply({
    row: described('Entry of the text in the list.', ArticleRow),
    text: described('Current version of the text.', ArticleText),
    versions: list('Last versions of the text, newest first.', {
      version: integer('Number of the version.'),
      savedAtDateTime: time('Time at which the version was saved.'),
      savedBy: text('Email address of the staff member who saved the version.'),
      text: described('Text of the version.', ArticleText),
    }),
  }),
  errors: ['NOT_FOUND'],
});

export const saveArticle = endpoint('PUT', '/backoffice/articles/:kind/:slug/:language', {
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary: 'Creates or changes a text; CONFLICT: it has changed since `version` (0: a new text)',
  params: ArticleKey,
  body: object({
    version: integer('Version that was read; CONFLICT if it has changed since.', { minimum: 0 }),
    text: described('Text to save.', ArticleText),
  }),
  maxBytes: MAX_TEXT_BYTES,
  reply: itemReply(ArticleRow),
  errors: ['CONFLICT'],
});

export const articleFigures = endpoint('GET', '/backoffice/article-figures', {
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the current values of the placeholders in texts, e.g. {bank.minDeposit}',
  query: object({ language: oneOf('Language of the values: fa, en or ar.', ARTICLE_LANGUAGES) }),
  reply: listReply({
    name: text('Name of the placeholder, as between the braces.'),
    value: nullable(
      "Value displayed to visitors; null if it isn't set or not offered: the placeholder's paragraph, item or row is then omitted.",
      Type.String(),
    ),
  }),
});

export const previewArticle = endpoint('POST', '/backoffice/articles/preview', {
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary: 'Returns the sanitised HTML of a text and the names of what would be removed from it',
  body: object({
    body: text('HTML as written.', { maxLength: 100_000 }),
    language: optional(
      'Language of the values that replace placeholders; if unset, placeholders are not replaced.',
      Type.Enum(ARTICLE_LANGUAGES),
    ),
  }),
  maxBytes: MAX_TEXT_BYTES,
  reply: itemReply({
    html: Html,
    leftOut: list('Names of the elements and attributes that would be removed.', Type.String()),
  }),
});

const Line = Type.String({ maxLength: 300 });
export const ExchangeInfoText = object({
  address: described('Postal address of the exchange.', Line),
  appAndroid: described('URL of the Android app; empty if there is none.', Line),
  appIOS: described('URL of the iOS app; empty if there is none.', Line),
  email: described('Email address.', Line),
  instagram: described("URL of the exchange's page on Instagram.", Line),
  linkedin: described("URL of the exchange's page on LinkedIn.", Line),
  number: described('Telephone number of the exchange.', Line),
  telegram: described("URL of the exchange's page on Telegram.", Line),
  twitter: described("URL of the exchange's page on Twitter.", Line),
  ...issuer(Line),
  privacyPolicy: Type.String({ maxLength: 100_000, description: 'HTML, sanitised like that of a text.' }),
});
export type ExchangeInfoText = Static<typeof ExchangeInfoText>;

export const StaffExchangeInfo = object({
  language: oneOf('Language of the texts: fa or en.', LANGUAGES),
  version: integer('Version, increased by each change.'),
  updatedAtDateTime: time('Time of the last change.'),
  updatedBy: text(
    'Email address of the staff member who made the last change; empty for text that came with the product.',
  ),
  text: described('Text displayed to visitors.', ExchangeInfoText),
});
export type StaffExchangeInfo = Static<typeof StaffExchangeInfo>;

export const staffExchangeInfo = endpoint('GET', '/backoffice/exchange-info', {
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the current contact data, social links and privacy policy, one row per language',
  reply: listReply(StaffExchangeInfo),
});

export const saveExchangeInfo = endpoint('PUT', '/backoffice/exchange-info/:language', {
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary:
    'Sets the contact data, social links and privacy policy of a language; BAD_REQUEST names the invalid fields; CONFLICT: they have changed since `version`',
  params: object({ language: oneOf('Language of the texts: fa or en.', LANGUAGES) }),
  body: object({
    version: integer('Version that was read; CONFLICT if it has changed since.', { minimum: 1 }),
    text: described('Text to display to visitors.', ExchangeInfoText),
  }),
  maxBytes: MAX_TEXT_BYTES,
  reply: itemReply(StaffExchangeInfo),
  errors: ['CONFLICT'],
});
