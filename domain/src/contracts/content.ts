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
  description: 'HTML: headings, paragraphs, lists, tables, emphasis, links, our own pictures',
});
const Picture = Type.Union([Type.String({ description: 'Path of a picture on this site' }), Type.Null()]);

const languageQuery = described(
  'Goes before Accept-Language; Ir, En and Ar are how the specification names the languages of its own client.',
  Type.Object(
    {
      language: described(
        'Goes before Accept-Language; Ir, En and Ar are how the specification names the languages of its own client.',
        Type.Optional(Type.Enum(ASKED_LANGUAGES)),
      ),
    },
    open,
  ),
);

export const FaqItem = Type.Object(
  {
    slug: described('What the text is called in its address.', Slug),
    question: described('What people ask, as plain text.', Type.String()),
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
  summary: 'Questions and answers in `language`, or that of Accept-Language, in their order',
  query: languageQuery,
  languages: ARTICLE_LANGUAGES,
  reply: withContent(FaqItem),
});

export const ManualItem = Type.Object(
  {
    slug: described('What the text is called in its address.', Slug),
    title: described('Heading of the text, without markup.', Type.String()),
    html: Html,
    picture: described('Path of a picture on this site; null: none.', Picture),
  },
  open,
);
export type ManualItem = Static<typeof ManualItem>;

export const userManual = endpoint({
  method: 'GET',
  path: '/user-manual',
  access: 'public',
  rate: 'read',
  summary: 'The guide in `language`, or that of Accept-Language, a part an item, in their order',
  query: languageQuery,
  languages: ARTICLE_LANGUAGES,
  reply: withContent(ManualItem),
});

export const BlogItem = Type.Object(
  {
    slug: described('What the text is called in its address.', Slug),
    coin: described('Code of the coin it is about; null: none.', Type.Union([Type.Enum(COINS), Type.Null()])),
    title: described('Heading of the text, without markup.', Type.String()),
    summary: described('One or two sentences without markup.', Type.String()),
    body: Html,
    picture: described('Path of a picture on this site; null: none.', Picture),
    publishedAtDateTime: described('When it was published.', Timestamp),
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
    'Texts by title, in the language of Accept-Language; those about a coin have its English name as title',
  languages: ARTICLE_LANGUAGES,
  reply: withContent(BlogItem),
});

export const blogItem = endpoint({
  method: 'GET',
  path: '/blog/:slug',
  access: 'public',
  rate: 'read',
  summary: 'One text of the blog',
  params: Type.Object({ slug: described('What the text is called in its address.', Slug) }, open),
  languages: ARTICLE_LANGUAGES,
  reply: withBase(BlogItem),
  errors: ['NOT_FOUND'],
});

export const Announcement = Type.Object(
  {
    slug: described('What the text is called in its address.', Slug),
    title: described('Heading of the text, without markup.', Type.String()),
    html: Html,
    publishedAtDateTime: described('When it was published.', Timestamp),
  },
  open,
);
export type Announcement = Static<typeof Announcement>;

export const announcements = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  rate: 'read',
  summary: 'What the exchange announces, the newest first, fifty at most',
  languages: ARTICLE_LANGUAGES,
  reply: withContent(Announcement),
});

export const PageText = Type.Object(
  {
    name: described('What the page is called in its address.', Slug),
    title: described('Heading of the text, without markup.', Type.String()),
    html: Html,
    updatedAtDateTime: described('When it was last changed.', Timestamp),
  },
  open,
);
export type PageText = Static<typeof PageText>;

export const pageText = endpoint({
  method: 'GET',
  path: '/pages/:name',
  access: 'public',
  rate: 'read',
  summary: 'The text of a page: terms, about, contact, fees',
  params: Type.Object(
    { name: described('What the page is called in its address: terms, about, contact or fees.', Slug) },
    open,
  ),
  languages: ARTICLE_LANGUAGES,
  reply: withBase(PageText),
  errors: ['NOT_FOUND'],
});

/** The issuer of receipts and statements; empty fields are omitted. */
const issuer = (line: ReturnType<typeof Type.String>) => ({
  legalName: described(
    'Registered name of the company that issues receipts and statements; empty: not set.',
    line,
  ),
  registrationNumber: described('Its number in the register of companies; empty: not set.', line),
  nationalId: described('Its national id; empty: not set.', line),
});

export const ExchangeInfo = Type.Object(
  {
    language: described('The language of this row.', Type.Enum(LANGUAGES)),
    address: described('Postal address of the exchange.', Type.String()),
    appAndroid: described('Address of the Android app; empty: none.', Type.String()),
    appIOS: described('Address of the iOS app; empty: none.', Type.String()),
    email: described('Email address of the exchange.', Type.String()),
    instagram: described('Address of the page on Instagram.', Type.String()),
    linkedin: described('Address of the page on LinkedIn.', Type.String()),
    number: described('Telephone number of the exchange.', Type.String()),
    telegram: described('Address of the page on Telegram.', Type.String()),
    twitter: described('Address of the page on Twitter.', Type.String()),
    ...issuer(Type.String()),
    privacyPolicy: described('The privacy policy, HTML.', Type.String({ description: 'HTML' })),
  },
  open,
);
export type ExchangeInfo = Static<typeof ExchangeInfo>;

export const exchangeInfo = endpoint({
  method: 'GET',
  path: '/exchange-info',
  access: 'public',
  rate: 'read',
  summary: 'Contact data and privacy policy, one row a language',
  reply: withContent(ExchangeInfo),
});

export const NewsPost = Type.Object(
  {
    title: described(
      'The title, as WordPress writes it.',
      Type.Object({ rendered: described('The title as HTML.', Type.String()) }, open),
    ),
    date: described('When it was published.', Type.String()),
    better_featured_image: described(
      'The picture; null: none.',
      Type.Union([
        Type.Object({ source_url: Type.String({ description: 'Path on this site' }) }, open),
        Type.Null(),
      ]),
    ),
    link: described('The post on the news site.', Type.String()),
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
    'The newest posts of the news site (WordPress, `/wp-json/wp/v2/posts`), empty while it is down and was never up',
  languages: LANGUAGES,
  reply: withContent(NewsPost),
});

export const newsImage = endpoint({
  method: 'GET',
  path: '/news-images/:name',
  access: 'public',
  rate: 'read',
  summary: 'A picture of the news, 640 × 360 (image/webp)',
  params: Type.Object(
    { name: described('Name of the picture, from `source_url`.', Type.String({ maxLength: 80 })) },
    open,
  ),
  media: ['image/webp'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const Brand = described(
  "The exchange's own name, colours and mark (white label): brand.json, and over it what staff has set.",
  Type.Object(
    {
      name: described(
        'What the exchange is called.',
        Type.Object(
          {
            fa: described('Its name in Persian.', Type.String()),
            en: described('Its name in English.', Type.String()),
          },
          open,
        ),
      ),
      accent: described(
        'Colour of what is for action, in each theme.',
        Type.Object(
          {
            dark: described('In the dark theme, as #rrggbb.', Type.String()),
            light: described('In the light theme, as #rrggbb.', Type.String()),
          },
          open,
        ),
      ),
      mark: described('Colour of the mark, #rrggbb.', Type.String()),
      logo: described('Path of a logo (SVG or PNG) on this site; null: the drawn mark.', Picture),
    },
    open,
  ),
);
export type Brand = Static<typeof Brand>;

const BrandLine = Type.String({ minLength: 1, maxLength: 300 });
export const BrandFile = described(
  'brand.json: the brand, and the company, contact data and links that hold where staff has set nothing.',
  Type.Object(
    {
      ...Brand.properties,
      company: described(
        'The company that issues receipts and statements.',
        Type.Optional(
          Type.Object(
            {
              legalName: described(
                'Registered name, in each language.',
                Type.Object(
                  { fa: described('In Persian.', BrandLine), en: described('In English.', BrandLine) },
                  open,
                ),
              ),
              registrationNumber: described('Number in the register of companies.', BrandLine),
              nationalId: described('National id of the company.', BrandLine),
            },
            open,
          ),
        ),
      ),
      contact: described(
        'How the exchange is reached.',
        Type.Optional(
          Type.Object(
            {
              address: described(
                'Postal address, in each language.',
                Type.Object(
                  { fa: described('In Persian.', BrandLine), en: described('In English.', BrandLine) },
                  open,
                ),
              ),
              email: described('Email address.', BrandLine),
              number: described('Telephone number.', BrandLine),
            },
            open,
          ),
        ),
      ),
      social: described(
        'https; one that is left out is shown nowhere.',
        Type.Optional(
          Type.Object(
            {
              telegram: described('Address of the page on Telegram.', Type.Optional(BrandLine)),
              instagram: described('Address of the page on Instagram.', Type.Optional(BrandLine)),
              twitter: described('Address of the page on Twitter.', Type.Optional(BrandLine)),
              linkedin: described('Address of the page on LinkedIn.', Type.Optional(BrandLine)),
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
  summary: 'Name, colours and mark of the exchange',
  reply: withBase(Brand),
});

export const brandLogo = endpoint({
  method: 'GET',
  path: '/brand/logo',
  access: 'public',
  rate: 'read',
  summary: 'The logo that staff has set (image/png)',
  query: Type.Object({ v: ignored('it gives each version an address of its own') }, open),
  media: ['image/png'],
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

export const StaffBrand = Type.Object(
  {
    brand: described('The brand as it stands.', Brand),
    usual: described('What stands in brand.json, which holds where staff has set nothing.', Brand),
    version: described('Counts its changes; 0: staff has set nothing.', Type.Integer()),
    updatedBy: described('Email of who changed it last.', Type.String()),
  },
  open,
);
export type StaffBrand = Static<typeof StaffBrand>;

const ofAdmin = { access: 'staff', roles: [], rate: 'write' } as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const BrandName = described(
  'Without what would have to be escaped in a letter.',
  Type.String({ pattern: '^[^<>&"\'\\u0000-\\u001f]{1,24}$', minLength: 1, maxLength: 24 }),
);

export const staffBrand = endpoint({
  ...ofAdmin,
  method: 'GET',
  path: '/backoffice/brand',
  rate: 'read',
  summary: 'The brand as it stands, and as it is without what staff has set',
  reply: withBase(StaffBrand),
});

export const saveBrand = endpoint({
  ...ofAdmin,
  method: 'PUT',
  path: '/backoffice/brand',
  summary:
    'Sets names and colours. BAD_REQUEST: `errors` name what can’t be read, as `accent.dark.ON_ACCENT`; CONFLICT: someone has changed it since `version`',
  body: Type.Object(
    {
      version: described(
        'The version that was read; CONFLICT when it has changed since.',
        Type.Integer({ minimum: 0 }),
      ),
      name: described(
        'What the exchange is called.',
        Type.Object(
          { fa: described('In Persian.', BrandName), en: described('In English.', BrandName) },
          open,
        ),
      ),
      accent: described(
        'The colour of what is for action, in each theme.',
        Type.Object(
          {
            dark: described('In the dark theme, as #rrggbb.', Colour),
            light: described('In the light theme, as #rrggbb.', Colour),
          },
          open,
        ),
      ),
      mark: described('The colour of the mark, as #rrggbb.', Colour),
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
  summary: 'Sets the logo: SVG, PNG or WebP, redrawn as PNG',
  files: { names: ['logo'], maxBytes: MAX_LOGO_BYTES },
  reply: withBase(StaffBrand),
  errors: ['INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
});

export const removeBrandLogo = endpoint({
  ...ofAdmin,
  method: 'DELETE',
  path: '/backoffice/brand/logo',
  summary: 'The logo is that of brand.json again',
  reply: withBase(StaffBrand),
});

export const resetBrand = endpoint({
  ...ofAdmin,
  method: 'DELETE',
  path: '/backoffice/brand',
  summary: 'All is as in brand.json again',
  reply: withBase(StaffBrand),
});

const ArticleKey = Type.Object(
  {
    kind: described(
      'Where the text stands: among questions, in the guide, as a page, announcement or blog post.',
      Type.Enum(ARTICLE_KINDS),
    ),
    slug: described('What the text is called in its address.', Slug),
    language: described('Two letters: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)),
  },
  open,
);
/** A text of maximum length in a script of two or three bytes per letter, with room for JSON escapes. */
const MAX_TEXT_BYTES = 400_000;
export const ARTICLE_STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

export const ArticleRow = Type.Object(
  {
    kind: described(
      'Where the text stands: among questions, in the guide, as a page, announcement or blog post.',
      Type.Enum(ARTICLE_KINDS),
    ),
    slug: described('What the text is called in its address.', Slug),
    language: described('Two letters: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)),
    title: described('Heading of the text, without markup.', Type.String()),
    state: described('DRAFT and ARCHIVED ones are shown to staff alone.', Type.Enum(ARTICLE_STATES)),
    place: described('Its place in the order of its kind.', Type.Integer()),
    version: described('Counts its changes; what is saved names the one it was made from.', Type.Integer()),
    updatedAtDateTime: described('When it was last changed.', Timestamp),
    updatedBy: described('Email of who changed it last; empty: it came with the product.', Type.String()),
  },
  open,
);
export type ArticleRow = Static<typeof ArticleRow>;

export const ArticleText = Type.Object(
  {
    title: described('Heading of the text, without markup.', Type.String({ minLength: 1, maxLength: 200 })),
    summary: described('One or two sentences without markup.', Type.String({ maxLength: 500 })),
    body: Type.String({
      maxLength: 100_000,
      description: 'HTML, sanitised when it is saved and when it is answered',
    }),
    coin: described('Code of the coin it is about; null: none.', Type.Union([Type.Enum(COINS), Type.Null()])),
    picture: described('Path of a picture on this site; null: none.', Picture),
    place: described('Its place in the order of its kind.', Type.Integer({ minimum: 0, maximum: 10_000 })),
    state: described('DRAFT and ARCHIVED ones are shown to staff alone.', Type.Enum(ARTICLE_STATES)),
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
  summary: 'Texts of a kind and language, by place, drafts and archived ones too',
  query: Type.Object(
    {
      kind: described(
        'Where the text stands: among questions, in the guide, as a page, announcement or blog post.',
        Type.Enum(ARTICLE_KINDS),
      ),
      language: described('Two letters: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)),
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
  summary: 'One text as it stands, with its last versions',
  params: ArticleKey,
  reply: withBase(
    Type.Object(
      {
        row: described('What the list shows of it.', ArticleRow),
        text: described('The text as it stands.', ArticleText),
        versions: described(
          'Its last versions, the newest first.',
          Type.Array(
            Type.Object(
              {
                version: described('Number of the version.', Type.Integer()),
                savedAtDateTime: described('When it was saved.', Timestamp),
                savedBy: described('Email address of who saved it.', Type.String()),
                text: described('What stood there.', ArticleText),
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
  summary: 'Makes a text or changes it; CONFLICT: someone has changed it since `version` (0: it is new)',
  params: ArticleKey,
  body: Type.Object(
    {
      version: described(
        'The version that was read; CONFLICT when it has changed since.',
        Type.Integer({ minimum: 0 }),
      ),
      text: described('What is to stand there.', ArticleText),
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
  summary: 'What the placeholders of texts, as {bank.minDeposit}, stand for now',
  query: Type.Object(
    { language: described('Of the values: fa, en or ar.', Type.Enum(ARTICLE_LANGUAGES)) },
    open,
  ),
  reply: withContent(
    Type.Object(
      {
        name: described('What stands between the braces.', Type.String()),
        value: described(
          'What visitors read in its place; null: it isn’t set or not offered, and its paragraph, item or row is left out.',
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
  summary: 'What of a text would be shown, and what would be left out of it',
  body: Type.Object(
    {
      body: described('HTML as it was written.', Type.String({ maxLength: 100_000 })),
      language: described(
        'Fills its placeholders with the figures of this language; unset: they stay.',
        Type.Optional(Type.Enum(ARTICLE_LANGUAGES)),
      ),
    },
    open,
  ),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(
    Type.Object(
      { html: Html, leftOut: described('Names of what would be left out.', Type.Array(Type.String())) },
      open,
    ),
  ),
});

const Line = Type.String({ maxLength: 300 });
export const ExchangeInfoText = Type.Object(
  {
    address: described('Postal address of the exchange.', Line),
    appAndroid: described('Address of the Android app; empty: none.', Line),
    appIOS: described('Address of the iOS app; empty: none.', Line),
    email: described('Email address.', Line),
    instagram: described('Address of the page on Instagram.', Line),
    linkedin: described('Address of the page on LinkedIn.', Line),
    number: described('Telephone number of the exchange.', Line),
    telegram: described('Address of the page on Telegram.', Line),
    twitter: described('Address of the page on Twitter.', Line),
    ...issuer(Line),
    privacyPolicy: Type.String({ maxLength: 100_000, description: 'HTML, sanitised like that of a text' }),
  },
  open,
);
export type ExchangeInfoText = Static<typeof ExchangeInfoText>;

export const StaffExchangeInfo = Type.Object(
  {
    language: described('Of these texts: fa or en.', Type.Enum(LANGUAGES)),
    version: described('Counts its changes.', Type.Integer()),
    updatedAtDateTime: described('When it was last changed.', Timestamp),
    updatedBy: described('Email of who changed it last; empty: it came with the product.', Type.String()),
    text: described('What visitors read.', ExchangeInfoText),
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
  summary: 'Contact data, social links and privacy policy as they stand, one row a language',
  reply: withContent(StaffExchangeInfo),
});

export const saveExchangeInfo = endpoint({
  method: 'PUT',
  path: '/backoffice/exchange-info/:language',
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary:
    'Contact data, social links and privacy policy of a language; BAD_REQUEST names the fields at fault; CONFLICT: someone has changed them since `version`',
  params: Type.Object({ language: described('Of these texts: fa or en.', Type.Enum(LANGUAGES)) }, open),
  body: Type.Object(
    {
      version: described(
        'The version that was read; CONFLICT when it has changed since.',
        Type.Integer({ minimum: 1 }),
      ),
      text: described('What visitors are to read.', ExchangeInfoText),
    },
    open,
  ),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(StaffExchangeInfo),
  errors: ['CONFLICT'],
});
