import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import { endpoint, ignored, open, pageQuery, Timestamp, withBase, withContent } from './endpoint.ts';

/** What the exchange says about itself: rows that staff writes, in each language; Arabic falls back to Persian. */
export const ARTICLE_KINDS = ['FAQ', 'MANUAL', 'PAGE', 'ANNOUNCEMENT', 'BLOG'] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];
export const ARTICLE_LANGUAGES = ['fa', 'en', 'ar'] as const;
export type ArticleLanguage = (typeof ARTICLE_LANGUAGES)[number];
/** The slugs of kind PAGE that the site has a place for; the privacy policy is in `/exchange-info`. */
export const PAGE_NAMES = ['terms', 'about', 'contact', 'fees'] as const;

const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80 });
const Html = Type.String({
  description: 'HTML: headings, paragraphs, lists, tables, emphasis, links, our own pictures',
});
const Picture = Type.Union([Type.String({ description: 'Path of a picture on this site' }), Type.Null()]);

/** Goes before Accept-Language; Ir, En and Ar are how the specification names the languages of its own client. */
const languageQuery = Type.Object(
  { language: Type.Optional(Type.Enum([...ARTICLE_LANGUAGES, 'Ir', 'En', 'Ar'])) },
  open,
);

export const FaqItem = Type.Object({ slug: Slug, question: Type.String(), answer: Html }, open);
export type FaqItem = Static<typeof FaqItem>;

export const faq = endpoint({
  method: 'GET',
  path: '/faq',
  access: 'public',
  rate: 'read',
  summary: 'Questions and answers in `language`, or that of Accept-Language, in their order',
  query: languageQuery,
  reply: withContent(FaqItem),
});

export const ManualItem = Type.Object(
  { slug: Slug, title: Type.String(), html: Html, picture: Picture },
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
  reply: withContent(ManualItem),
});

export const BlogItem = Type.Object(
  {
    slug: Slug,
    coin: Type.Union([Type.Enum(COINS), Type.Null()]),
    title: Type.String(),
    /** One or two sentences without markup. */
    summary: Type.String(),
    body: Html,
    picture: Picture,
    publishedAtDateTime: Timestamp,
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
  reply: withContent(BlogItem),
});

export const blogItem = endpoint({
  method: 'GET',
  path: '/blog/:slug',
  access: 'public',
  rate: 'read',
  summary: 'One text of the blog',
  params: Type.Object({ slug: Slug }, open),
  reply: withBase(BlogItem),
  errors: ['NOT_FOUND'],
});

export const Announcement = Type.Object(
  { slug: Slug, title: Type.String(), html: Html, publishedAtDateTime: Timestamp },
  open,
);
export type Announcement = Static<typeof Announcement>;

export const announcements = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  rate: 'read',
  summary: 'What the exchange announces, the newest first, fifty at most',
  reply: withContent(Announcement),
});

export const PageText = Type.Object(
  { name: Slug, title: Type.String(), html: Html, updatedAtDateTime: Timestamp },
  open,
);
export type PageText = Static<typeof PageText>;

export const pageText = endpoint({
  method: 'GET',
  path: '/pages/:name',
  access: 'public',
  rate: 'read',
  summary: 'The text of a page: terms, about, contact, fees',
  params: Type.Object({ name: Slug }, open),
  reply: withBase(PageText),
  errors: ['NOT_FOUND'],
});

export const ExchangeInfo = Type.Object(
  {
    language: Type.Union([Type.Literal('fa'), Type.Literal('en')]),
    address: Type.String(),
    appAndroid: Type.String(),
    appIOS: Type.String(),
    email: Type.String(),
    instagram: Type.String(),
    linkedin: Type.String(),
    number: Type.String(),
    telegram: Type.String(),
    twitter: Type.String(),
    privacyPolicy: Type.String({ description: 'HTML' }),
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
    title: Type.Object({ rendered: Type.String() }, open),
    date: Type.String(),
    better_featured_image: Type.Union([
      Type.Object({ source_url: Type.String({ description: 'Path on this site' }) }, open),
      Type.Null(),
    ]),
    link: Type.String(),
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
  reply: withContent(NewsPost),
});

export const newsImage = endpoint({
  method: 'GET',
  path: '/news-images/:name',
  access: 'public',
  rate: 'read',
  summary: 'A picture of the news, 640 × 360 (image/webp)',
  params: Type.Object({ name: Type.String({ maxLength: 80 }) }, open),
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

/** The exchange's own name, colours and mark (white label): brand.json, and over it what staff has set. */
export const Brand = Type.Object(
  {
    name: Type.Object({ fa: Type.String(), en: Type.String() }, open),
    /** `#rrggbb` of what is for action, in each theme, and of the mark. */
    accent: Type.Object({ dark: Type.String(), light: Type.String() }, open),
    mark: Type.String(),
    /** Path of a logo (SVG or PNG) on this site; null: the drawn mark. */
    logo: Picture,
  },
  open,
);
export type Brand = Static<typeof Brand>;

const BrandLine = Type.String({ minLength: 1, maxLength: 300 });
/** brand.json: the brand, and the contact data and links that hold where staff has set nothing. */
export const BrandFile = Type.Object(
  {
    ...Brand.properties,
    contact: Type.Optional(
      Type.Object(
        {
          address: Type.Object({ fa: BrandLine, en: BrandLine }, open),
          email: BrandLine,
          number: BrandLine,
        },
        open,
      ),
    ),
    /** https; one that is left out is shown nowhere. */
    social: Type.Optional(
      Type.Object(
        {
          telegram: Type.Optional(BrandLine),
          instagram: Type.Optional(BrandLine),
          twitter: Type.Optional(BrandLine),
          linkedin: Type.Optional(BrandLine),
        },
        open,
      ),
    ),
  },
  open,
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
  reply: Type.Unknown(),
  errors: ['NOT_FOUND'],
});

const DeskBrand = Type.Object(
  {
    brand: Brand,
    /** What stands in brand.json, which holds where staff has set nothing. */
    usual: Brand,
    /** Counts its changes; 0: staff has set nothing. */
    version: Type.Integer(),
    /** E-mail of who changed it last. */
    updatedBy: Type.String(),
  },
  open,
);
export type DeskBrand = Static<typeof DeskBrand>;

const ofAdmin = { access: 'staff', roles: [], rate: 'write' } as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
/** Without what would have to be escaped in a letter. */
const BrandName = Type.String({ pattern: '^[^<>&"\'\\u0000-\\u001f]{1,24}$', minLength: 1, maxLength: 24 });

export const deskBrand = endpoint({
  ...ofAdmin,
  method: 'GET',
  path: '/backoffice/brand',
  rate: 'read',
  summary: 'The brand as it stands, and as it is without what staff has set',
  reply: withBase(DeskBrand),
});

export const saveBrand = endpoint({
  ...ofAdmin,
  method: 'PUT',
  path: '/backoffice/brand',
  summary:
    'Sets names and colours. BAD_REQUEST: `errors` name what can’t be read, as `accent.dark.ON_ACCENT`; CONFLICT: somebody has changed it since `version`',
  body: Type.Object(
    {
      version: Type.Integer({ minimum: 0 }),
      name: Type.Object({ fa: BrandName, en: BrandName }, open),
      accent: Type.Object({ dark: Colour, light: Colour }, open),
      mark: Colour,
    },
    open,
  ),
  reply: withBase(DeskBrand),
  errors: ['CONFLICT'],
});

export const MAX_LOGO_BYTES = 500_000;

export const saveBrandLogo = endpoint({
  ...ofAdmin,
  method: 'POST',
  path: '/backoffice/brand/logo',
  summary: 'Sets the logo: SVG, PNG or WebP, drawn anew as PNG',
  files: { names: ['logo'], maxBytes: MAX_LOGO_BYTES },
  reply: withBase(DeskBrand),
  errors: ['INVALID_IMAGE', 'PAYLOAD_TOO_LARGE'],
});

export const removeBrandLogo = endpoint({
  ...ofAdmin,
  method: 'DELETE',
  path: '/backoffice/brand/logo',
  summary: 'The logo is that of brand.json again',
  reply: withBase(DeskBrand),
});

export const resetBrand = endpoint({
  ...ofAdmin,
  method: 'DELETE',
  path: '/backoffice/brand',
  summary: 'All is as in brand.json again',
  reply: withBase(DeskBrand),
});

const ArticleKey = Type.Object(
  { kind: Type.Enum(ARTICLE_KINDS), slug: Slug, language: Type.Enum(ARTICLE_LANGUAGES) },
  open,
);
/** A text of full length in a script of two or three bytes a letter, with room for how JSON writes it. */
const MAX_TEXT_BYTES = 400_000;
export const ARTICLE_STATES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

const ArticleRow = Type.Object(
  {
    kind: Type.Enum(ARTICLE_KINDS),
    slug: Slug,
    language: Type.Enum(ARTICLE_LANGUAGES),
    title: Type.String(),
    state: Type.Enum(ARTICLE_STATES),
    place: Type.Integer(),
    /** Counts its changes; what is saved names the one it was made from. */
    version: Type.Integer(),
    updatedAtDateTime: Timestamp,
    /** E-mail of who changed it last; empty: it came with the product. */
    updatedBy: Type.String(),
  },
  open,
);
export type ArticleRow = Static<typeof ArticleRow>;

const ArticleText = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    summary: Type.String({ maxLength: 500 }),
    body: Type.String({
      maxLength: 100_000,
      description: 'HTML, sanitised when it is saved and when it is answered',
    }),
    coin: Type.Union([Type.Enum(COINS), Type.Null()]),
    picture: Picture,
    place: Type.Integer({ minimum: 0, maximum: 10_000 }),
    state: Type.Enum(ARTICLE_STATES),
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
      kind: Type.Enum(ARTICLE_KINDS),
      language: Type.Enum(ARTICLE_LANGUAGES),
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
        row: ArticleRow,
        text: ArticleText,
        versions: Type.Array(
          Type.Object(
            {
              version: Type.Integer(),
              savedAtDateTime: Timestamp,
              savedBy: Type.String(),
              text: ArticleText,
            },
            open,
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
  summary: 'Makes a text or changes it; CONFLICT: somebody has changed it since `version` (0: it is new)',
  params: ArticleKey,
  body: Type.Object({ version: Type.Integer({ minimum: 0 }), text: ArticleText }, open),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(ArticleRow),
  errors: ['CONFLICT'],
});

export const previewArticle = endpoint({
  method: 'POST',
  path: '/backoffice/articles/preview',
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary: 'What of a text would be shown, and what would be left out of it',
  body: Type.Object({ body: Type.String({ maxLength: 100_000 }) }, open),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(Type.Object({ html: Html, leftOut: Type.Array(Type.String()) }, open)),
});

const Line = Type.String({ maxLength: 300 });
const ExchangeInfoText = Type.Object(
  {
    address: Line,
    appAndroid: Line,
    appIOS: Line,
    email: Line,
    instagram: Line,
    linkedin: Line,
    number: Line,
    telegram: Line,
    twitter: Line,
    privacyPolicy: Type.String({ maxLength: 100_000, description: 'HTML, sanitised like that of a text' }),
  },
  open,
);
export type ExchangeInfoText = Static<typeof ExchangeInfoText>;

const DeskExchangeInfo = Type.Object(
  {
    language: Type.Union([Type.Literal('fa'), Type.Literal('en')]),
    version: Type.Integer(),
    updatedAtDateTime: Timestamp,
    /** E-mail of who changed it last; empty: it came with the product. */
    updatedBy: Type.String(),
    text: ExchangeInfoText,
  },
  open,
);
export type DeskExchangeInfo = Static<typeof DeskExchangeInfo>;

export const deskExchangeInfo = endpoint({
  method: 'GET',
  path: '/backoffice/exchange-info',
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Contact data, social links and privacy policy as they stand, one row a language',
  reply: withContent(DeskExchangeInfo),
});

export const saveExchangeInfo = endpoint({
  method: 'PUT',
  path: '/backoffice/exchange-info/:language',
  access: 'staff',
  roles: ['support'],
  rate: 'write',
  summary:
    'Contact data, social links and privacy policy of a language; BAD_REQUEST names the fields at fault; CONFLICT: somebody has changed them since `version`',
  params: Type.Object({ language: Type.Union([Type.Literal('fa'), Type.Literal('en')]) }, open),
  body: Type.Object({ version: Type.Integer({ minimum: 1 }), text: ExchangeInfoText }, open),
  maxBytes: MAX_TEXT_BYTES,
  reply: withBase(DeskExchangeInfo),
  errors: ['CONFLICT'],
});
