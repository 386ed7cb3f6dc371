import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import {
  described,
  endpoint,
  ignored,
  LANGUAGES,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

/** Texts about the exchange: rows that staff writes, in each language; Arabic falls back to Persian. */
export const ARTICLE_KINDS = ['FAQ', 'MANUAL', 'PAGE', 'ANNOUNCEMENT', 'BLOG'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];
export const ARTICLE_LANGUAGES = ['fa', 'en', 'ar'] as const;
export type ArticleLanguage = (typeof ARTICLE_LANGUAGES)[number];
export const ASKED_LANGUAGES = [...ARTICLE_LANGUAGES, 'Ir', 'En', 'Ar'] as const;
/** Slugs of kind PAGE that the site links to; the privacy policy is in `/exchange-info`. */
export const PAGE_NAMES = ['terms', 'about', 'contact', 'fees'] as const;

const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80 });
const Html = Type.String({
  description: 'HTML: headings, paragraphs, lists, tables, emphasis, links, pictures of this site.',
});
const Picture = Type.Union([Type.String({ description: 'Path of a picture on this site.' }), Type.Null()]);

const languageQuery = described(
  'Language, with precedence over Accept-Language; Ir, En and Ar are the names that the specification uses for its own client.',
  Type.Object(
    {
      language: described(
        'Language, with precedence over Accept-Language; Ir, En and Ar are the names that the specification uses for its own client.',
        Type.Optional(Type.Enum(ASKED_LANGUAGES)),
      ),
    },
    open,
  ),
);

export const FaqItem = Type.Object(
  {
    slug: described('Slug of the text in its URL.', Slug),
    question: described('Question, as plain text.', Type.String()),
    answer: Html,
  },
  open,
);
export type FaqItem = Static<typeof FaqItem>;

export const faq = endpoint({
  method: 'GET',
  path: '/faq',
  access: 'public',
  rate: 'read',
  summary: 'Returns the questions and answers in `language`, or that of Accept-Language, in their order',
  query: languageQuery,
  languages: ARTICLE_LANGUAGES,
  reply: withContent(FaqItem),
});

export const ManualItem = Type.Object(
  {
    slug: described('Slug of the text in its URL.', Slug),
    title: described('Heading of the text, as plain text.', Type.String()),
    html: Html,
    picture: described('Path of a picture on this site; null if there is none.', Picture),
  },
  open,
);
export type ManualItem = Static<typeof ManualItem>;

export const userManual = endpoint({
  method: 'GET',
  path: '/user-manual',
  access: 'public',
  rate: 'read',
  summary: 'Returns the parts of the guide in `language`, or that of Accept-Language, in their order',
  query: languageQuery,
  languages: ARTICLE_LANGUAGES,
  reply: withContent(ManualItem),
});

export const BlogItem = Type.Object(
  {
    slug: described('Slug of the text in its URL.', Slug),
    coin: described(
      'Code of the coin that the text is about; null if there is none.',
      Type.Union([Type.Enum(COINS), Type.Null()]),
    ),
    title: described('Heading of the text, as plain text.', Type.String()),
    summary: described('Summary of one or two sentences, as plain text.', Type.String()),
    body: Html,
    picture: described('Path of a picture on this site; null if there is none.', Picture),
    publishedAtDateTime: described('Time of publication.', Timestamp),
  },
  open,
);
export type BlogItem = Static<typeof BlogItem>;

export const blog = endpoint({
  method: 'GET',
  path: '/blog',
  access: 'public',
  rate: 'read',
  summary:
    'Returns the texts of the blog, sorted by title, in the language of Accept-Language; the title of those about a coin is its English name',
  languages: ARTICLE_LANGUAGES,
  reply: withContent(BlogItem),
});

export const blogItem = endpoint({
  method: 'GET',
  path: '/blog/:slug',
  access: 'public',
  rate: 'read',
  summary: 'Returns one text of the blog',
  params: Type.Object({ slug: described('Slug of the text in its URL.', Slug) }, open),
  languages: ARTICLE_LANGUAGES,
  reply: withBase(BlogItem),
  errors: ['NOT_FOUND'],
});

export const Announcement = Type.Object(
  {
    slug: described('Slug of the text in its URL.', Slug),
    title: described('Heading of the text, as plain text.', Type.String()),
    html: Html,
    publishedAtDateTime: described('Time of publication.', Timestamp),
  },
  open,
);
export type Announcement = Static<typeof Announcement>;

export const announcements = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  rate: 'read',
  summary: 'Returns the announcements of the exchange, newest first, at most fifty',
  languages: ARTICLE_LANGUAGES,
  reply: withContent(Announcement),
});

export const PageText = Type.Object(
  {
    name: described('Slug of the page in its URL.', Slug),
    title: described('Heading of the text, as plain text.', Type.String()),
    html: Html,
    updatedAtDateTime: described('Time of the last change.', Timestamp),
  },
  open,
);
export type PageText = Static<typeof PageText>;

export const pageText = endpoint({
  method: 'GET',
  path: '/pages/:name',
  access: 'public',
  rate: 'read',
  summary: 'Returns the text of a page: terms, about, contact, fees',
  params: Type.Object(
    { name: described('Slug of the page in its URL: terms, about, contact or fees.', Slug) },
    open,
  ),
  languages: ARTICLE_LANGUAGES,
  reply: withBase(PageText),
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

export const ExchangeInfo = Type.Object(
  {
    language: described('Language of this row.', Type.Enum(LANGUAGES)),
    address: described('Postal address of the exchange.', Type.String()),
    appAndroid: described('URL of the Android app; empty if there is none.', Type.String()),
    appIOS: described('URL of the iOS app; empty if there is none.', Type.String()),
    email: described('Email address of the exchange.', Type.String()),
    instagram: described("URL of the exchange's page on Instagram.", Type.String()),
    linkedin: described("URL of the exchange's page on LinkedIn.", Type.String()),
    number: described('Telephone number of the exchange.', Type.String()),
    telegram: described("URL of the exchange's page on Telegram.", Type.String()),
    twitter: described("URL of the exchange's page on Twitter.", Type.String()),
    ...issuer(Type.String()),
    privacyPolicy: described(
      'Privacy policy, as HTML.',
      Type.String({ description: 'Privacy policy, as HTML.' }),
    ),
  },
  open,
);
export type ExchangeInfo = Static<typeof ExchangeInfo>;

export const exchangeInfo = endpoint({
  method: 'GET',
  path: '/exchange-info',
  access: 'public',
  rate: 'read',
  summary: 'Returns contact data and the privacy policy, one row per language',
  reply: withContent(ExchangeInfo),
});

export const NewsPost = Type.Object(
  {
    title: described(
      'Title, in the format of WordPress.',
      Type.Object({ rendered: described('Title, as HTML.', Type.String()) }, open),
    ),
    date: described('Time of publication.', Type.String()),
    better_featured_image: described(
      'Picture of the post; null if there is none.',
      Type.Union([
        Type.Object({ source_url: Type.String({ description: 'Path of the picture on this site.' }) }, open),
        Type.Null(),
      ]),
    ),
    link: described('URL of the post on the news site.', Type.String()),
  },
  open,
);
export type NewsPost = Static<typeof NewsPost>;

export const news = endpoint({
  method: 'GET',
  path: '/news',
  access: 'public',
  rate: 'read',
  summary:
    'Returns the newest posts of the news site (WordPress, `/wp-json/wp/v2/posts`); empty if it is down and was never reachable',
  languages: LANGUAGES,
  reply: withContent(NewsPost),
});

export const newsImage = endpoint({
  method: 'GET',
  path: '/news-images/:name',
  access: 'public',
  rate: 'read',
  summary: 'Returns a picture of the news, 640 × 360 (image/webp)',
  params: Type.Object(
    { name: described('Name of the picture, from `source_url`.', Type.String({ maxLength: 80 })) },
    open,
  ),
  media: ['image/webp'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const Brand = described(
  'Name, colours and mark of the exchange (white label): brand.json, overridden by the settings of staff.',
  Type.Object(
    {
      name: described(
        'Name of the exchange.',
        Type.Object(
          {
            fa: described('Name of the exchange in Persian.', Type.String()),
            en: described('Name of the exchange in English.', Type.String()),
          },
          open,
        ),
      ),
      accent: described(
        'Colour of action elements, in each theme.',
        Type.Object(
          {
            dark: described('Colour in the dark theme, as #rrggbb.', Type.String()),
            light: described('Colour in the light theme, as #rrggbb.', Type.String()),
          },
          open,
        ),
      ),
      mark: described('Colour of the mark, as #rrggbb.', Type.String()),
      logo: described('Path of a logo (SVG or PNG) on this site; null if the drawn mark is used.', Picture),
    },
    open,
  ),
);
export type Brand = Static<typeof Brand>;

const BrandLine = Type.String({ minLength: 1, maxLength: 300 });
export const BrandFile = described(
  'Content of brand.json: the brand, and the company, contact data and links that apply unless staff has set others.',
  Type.Object(
    {
      ...Brand.properties,
      company: described(
        'Company that issues receipts and statements.',
        Type.Optional(
          Type.Object(
            {
              legalName: described(
                'Registered name, in each language.',
                Type.Object(
                  {
                    fa: described('Text in Persian.', BrandLine),
                    en: described('Text in English.', BrandLine),
                  },
                  open,
                ),
              ),
              registrationNumber: described('Number of the company in the register of companies.', BrandLine),
              nationalId: described('National id of the company.', BrandLine),
            },
            open,
          ),
        ),
      ),
      contact: described(
        'Contact data of the exchange.',
        Type.Optional(
          Type.Object(
            {
              address: described(
                'Postal address, in each language.',
                Type.Object(
                  {
                    fa: described('Text in Persian.', BrandLine),
                    en: described('Text in English.', BrandLine),
                  },
                  open,
                ),
              ),
              email: described('Email address of the exchange.', BrandLine),
              number: described('Telephone number of the exchange.', BrandLine),
            },
            open,
          ),
        ),
      ),
      social: described(
        'Social links (https); omitted ones are not displayed.',
        Type.Optional(
          Type.Object(
            {
              telegram: described("URL of the exchange's page on Telegram.", Type.Optional(BrandLine)),
              instagram: described("URL of the exchange's page on Instagram.", Type.Optional(BrandLine)),
              twitter: described("URL of the exchange's page on Twitter.", Type.Optional(BrandLine)),
              linkedin: described("URL of the exchange's page on LinkedIn.", Type.Optional(BrandLine)),
            },
            open,
          ),
        ),
      ),
    },
    open,
  ),
);
export type BrandFile = Static<typeof BrandFile>;

export const brand = endpoint({
  method: 'GET',
  path: '/brand',
  access: 'public',
  rate: 'read',
  summary: 'Returns the name, colours and mark of the exchange',
  reply: withBase(Brand),
});

export const brandLogo = endpoint({
  method: 'GET',
  path: '/brand/logo',
  access: 'public',
  rate: 'read',
  summary: 'Returns the logo set by staff (image/png)',
  query: Type.Object({ v: ignored('a version, so that a new logo has a new URL') }, open),
  media: ['image/png'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const StaffBrand = Type.Object(
  {
    brand: described('Current brand.', Brand),
    usual: described('Brand from brand.json, which applies unless staff has set another.', Brand),
    version: described('Version, increased by each change; 0 if staff has set nothing.', Type.Integer()),
    updatedBy: described('Email address of the staff member who made the last change.', Type.String()),
  },
  open,
);
export type StaffBrand = Static<typeof StaffBrand>;

const ofAdmin = { access: 'staff', roles: [], rate: 'write' } as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const BrandName = described(
  'Name without characters that would have to be escaped in an email.',
  Type.String({ pattern: '^[^<>&"\'\\u0000-\\u001f]{1,24}$', minLength: 1, maxLength: 24 }),
);

export const staffBrand = endpoint({
  ...ofAdmin,
  method: 'GET',
  path: '/backoffice/brand',
  rate: 'read',
  summary: 'Returns the current brand, and the brand without the settings of staff',
  reply: withBase(StaffBrand),
});

export const saveBrand = endpoint({
  ...ofAdmin,
  method: 'PUT',
  path: '/backoffice/brand',
  summary:
    'Sets names and colours. BAD_REQUEST: `errors` names the invalid values, e.g. `accent.dark.ON_ACCENT`; CONFLICT: the brand has changed since `version`',
  body: Type.Object(
    {
      version: described(
        'Version that was read; CONFLICT if it has changed since.',
        Type.Integer({ minimum: 0 }),
      ),
      name: described(
        'Name of the exchange.',
        Type.Object(
          { fa: described('Text in Persian.', BrandName), en: described('Text in English.', BrandName) },
          open,
        ),
      ),
      accent: described(
        'Colour of action elements, in each theme.',
        Type.Object(
          {
            dark: described('Colour in the dark theme, as #rrggbb.', Colour),
            light: described('Colour in the light theme, as #rrggbb.', Colour),
          },
          open,
        ),
      ),
      mark: described('Colour of the mark, as #rrggbb.', Colour),
    },
    open,
  ),
  reply: withBase(StaffBrand),
  errors: ['CONFLICT'],
});

export const MAX_LOGO_BYTES = 500_000;

export const saveBrandLogo = endpoint({
  ...ofAdmin,
  method: 'POST',
  path: '/backoffice/brand/logo',
  summary: 'Sets the logo: SVG, PNG or WebP, re-encoded as PNG',
  files: { names: ['logo'], maxBytes: MAX_LOGO_BYTES },
  reply: withBase(StaffBrand),
  errors: ['INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
});

export const removeBrandLogo = endpoint({
  ...ofAdmin,
  method: 'DELETE',
  path: '/backoffice/brand/logo',
  summary: 'Deletes the logo set by staff; the logo from brand.json applies again',
  reply: withBase(StaffBrand),
});

export const resetBrand = endpoint({
  ...ofAdmin,
  method: 'DELETE',
  path: '/backoffice/brand',
  summary: 'Deletes all brand settings of staff; brand.json applies again',
  reply: withBase(StaffBrand),
});

const ArticleKey = Type.Object(
  {
    kind: described(
      'Kind of text: FAQ: a question; MANUAL: a part of the guide; PAGE: a page; ANNOUNCEMENT: an announcement; BLOG: a blog post.',
      Type.Enum(ARTICLE_KINDS),
    ),
    slug: described('Slug of the text in its URL.', Slug),
    language: described('Language code: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)),
  },
  open,
);
/** A text of maximum length in a script of two or three bytes per letter, with room for JSON escapes. */
const MAX_TEXT_BYTES = 400_000;
export const ARTICLE_STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

export const ArticleRow = Type.Object(
  {
    kind: described(
      'Kind of text: FAQ: a question; MANUAL: a part of the guide; PAGE: a page; ANNOUNCEMENT: an announcement; BLOG: a blog post.',
      Type.Enum(ARTICLE_KINDS),
    ),
    slug: described('Slug of the text in its URL.', Slug),
    language: described('Language code: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)),
    title: described('Heading of the text, as plain text.', Type.String()),
    state: described(
      'State of the text; DRAFT and ARCHIVED texts are visible to staff only.',
      Type.Enum(ARTICLE_STATES),
    ),
    place: described('Position among the texts of its kind.', Type.Integer()),
    version: described(
      'Version of the text, increased by each change; a save refers to the version it was made from.',
      Type.Integer(),
    ),
    updatedAtDateTime: described('Time of the last change.', Timestamp),
    updatedBy: described(
      'Email address of the staff member who made the last change; empty for text that came with the product.',
      Type.String(),
    ),
  },
  open,
);
export type ArticleRow = Static<typeof ArticleRow>;

export const ArticleText = Type.Object(
  {
    title: described('Heading of the text, as plain text.', Type.String({ minLength: 1, maxLength: 200 })),
    summary: described('Summary of one or two sentences, as plain text.', Type.String({ maxLength: 500 })),
    body: Type.String({
      maxLength: 100_000,
      description: 'HTML, sanitised when it is saved and when it is returned.',
    }),
    coin: described(
      'Code of the coin that the text is about; null if there is none.',
      Type.Union([Type.Enum(COINS), Type.Null()]),
    ),
    picture: described('Path of a picture on this site; null if there is none.', Picture),
    place: described('Position among the texts of its kind.', Type.Integer({ minimum: 0, maximum: 10_000 })),
    state: described(
      'State of the text; DRAFT and ARCHIVED texts are visible to staff only.',
      Type.Enum(ARTICLE_STATES),
    ),
  },
  open,
);
export type ArticleText = Static<typeof ArticleText>;

export const articles = endpoint({
  method: 'GET',
  path: '/backoffice/articles',
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the texts of a kind and language, sorted by position, including drafts and archived ones',
  query: Type.Object(
    {
      kind: described(
        'Kind of text: FAQ: a question; MANUAL: a part of the guide; PAGE: a page; ANNOUNCEMENT: an announcement; BLOG: a blog post.',
        Type.Enum(ARTICLE_KINDS),
      ),
      language: described('Language code: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)),
      ...pageQuery,
    },
    open,
  ),
  reply: withContent(ArticleRow),
});

export const article = endpoint({
  method: 'GET',
  path: '/backoffice/articles/:kind/:slug/:language',
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns one text in its current version, with its last versions',
  params: ArticleKey,
  reply: withBase(
    Type.Object(
      {
        row: described('Entry of the text in the list.', ArticleRow),
        text: described('Current version of the text.', ArticleText),
        versions: described(
          'Last versions of the text, newest first.',
          Type.Array(
            Type.Object(
              {
                version: described('Number of the version.', Type.Integer()),
                savedAtDateTime: described('Time at which the version was saved.', Timestamp),
                savedBy: described('Email address of the staff member who saved the version.', Type.String()),
                text: described('Text of the version.', ArticleText),
              },
              open,
            ),
          ),
        ),
      },
      open,
    ),
  ),
  errors: ['NOT_FOUND'],
});

export const saveArticle = endpoint({
  method: 'PUT',
  path: '/backoffice/articles/:kind/:slug/:language',
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary: 'Creates or changes a text; CONFLICT: it has changed since `version` (0: a new text)',
  params: ArticleKey,
  body: Type.Object(
    {
      version: described(
        'Version that was read; CONFLICT if it has changed since.',
        Type.Integer({ minimum: 0 }),
      ),
      text: described('Text to save.', ArticleText),
    },
    open,
  ),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(ArticleRow),
  errors: ['CONFLICT'],
});

export const articleFigures = endpoint({
  method: 'GET',
  path: '/backoffice/article-figures',
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the current values of the placeholders in texts, e.g. {bank.minDeposit}',
  query: Type.Object(
    { language: described('Language of the values: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)) },
    open,
  ),
  reply: withContent(
    Type.Object(
      {
        name: described('Name of the placeholder, as between the braces.', Type.String()),
        value: described(
          "Value displayed to visitors; null if it isn't set or not offered: the placeholder's paragraph, item or row is then omitted.",
          Type.Union([Type.String(), Type.Null()]),
        ),
      },
      open,
    ),
  ),
});

export const previewArticle = endpoint({
  method: 'POST',
  path: '/backoffice/articles/preview',
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary: 'Returns the sanitised HTML of a text and the names of what would be removed from it',
  body: Type.Object(
    {
      body: described('HTML as written.', Type.String({ maxLength: 100_000 })),
      language: described(
        'Language of the values that replace placeholders; if unset, placeholders are not replaced.',
        Type.Optional(Type.Enum(ARTICLE_LANGUAGES)),
      ),
    },
    open,
  ),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(
    Type.Object(
      {
        html: Html,
        leftOut: described(
          'Names of the elements and attributes that would be removed.',
          Type.Array(Type.String()),
        ),
      },
      open,
    ),
  ),
});

const Line = Type.String({ maxLength: 300 });
export const ExchangeInfoText = Type.Object(
  {
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
  },
  open,
);
export type ExchangeInfoText = Static<typeof ExchangeInfoText>;

export const StaffExchangeInfo = Type.Object(
  {
    language: described('Language of the texts: fa or en.', Type.Enum(LANGUAGES)),
    version: described('Version, increased by each change.', Type.Integer()),
    updatedAtDateTime: described('Time of the last change.', Timestamp),
    updatedBy: described(
      'Email address of the staff member who made the last change; empty for text that came with the product.',
      Type.String(),
    ),
    text: described('Text displayed to visitors.', ExchangeInfoText),
  },
  open,
);
export type StaffExchangeInfo = Static<typeof StaffExchangeInfo>;

export const staffExchangeInfo = endpoint({
  method: 'GET',
  path: '/backoffice/exchange-info',
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the current contact data, social links and privacy policy, one row per language',
  reply: withContent(StaffExchangeInfo),
});

export const saveExchangeInfo = endpoint({
  method: 'PUT',
  path: '/backoffice/exchange-info/:language',
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary:
    'Sets the contact data, social links and privacy policy of a language; BAD_REQUEST names the invalid fields; CONFLICT: they have changed since `version`',
  params: Type.Object(
    { language: described('Language of the texts: fa or en.', Type.Enum(LANGUAGES)) },
    open,
  ),
  body: Type.Object(
    {
      version: described(
        'Version that was read; CONFLICT if it has changed since.',
        Type.Integer({ minimum: 1 }),
      ),
      text: described('Text to display to visitors.', ExchangeInfoText),
    },
    open,
  ),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(StaffExchangeInfo),
  errors: ['CONFLICT'],
});
