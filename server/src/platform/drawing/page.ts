import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Brand } from '@sarraf/domain/contracts';

export type PageLanguage = 'fa' | 'en';
export const PAGE_LANGUAGES: readonly PageLanguage[] = ['fa', 'en'];

/** What is said of a page to search engines and where its link is shared. */
export interface PageHead {
  title: string;
  description: string;
  /** Path of a picture of 1200 × 630. */
  image: string;
  /** Linked data (schema.org), one object each. */
  linkedData: readonly object[];
}

/** What the web's own code has drawn of a page (web/src/first-screen/draw.tsx). */
export interface DrawnScreen extends PageHead {
  html: string;
  /** Rules in the place of its style attributes. */
  ownStyles: string;
}

/** What the build says of the pages: scripts/build-web.ts. */
export interface ScreenList {
  pages: readonly {
    pattern: string;
    variants?: readonly string[];
    styles: readonly string[];
    /** All that are known before anything is asked for. */
    paths: readonly string[];
  }[];
  general: Readonly<Record<PageLanguage, Pick<PageHead, 'description'>>>;
  /** Of the web's router, every one that is a page: `/profile/trade/:quote?/:coin?`, `/backoffice/people/:id`. */
  routes: readonly string[];
  /** What its parts have to themselves, pages or none: `/backoffice/*`. */
  parts: readonly string[];
}

/** In the list, what is drawn of every address that is no page. */
export const NO_PAGE = '/*';
/** Until it leads to the home page where no script runs; with them, web/src/pages/not-found does. */
const NO_PAGE_SECONDS = 8;

export interface ComposedPage {
  status: 200 | 404;
  /** By content coding. */
  gzip: Uint8Array;
  br: Uint8Array;
  etag: string;
  /** Hashes of the style sheets in the page, and of its one script, for the content policy. */
  styleHashes: readonly string[];
  scriptHash: string | null;
}

/** What a page says of the exchange by itself. */
export type PageBrand = Pick<Brand, 'name' | 'logo'>;

export interface WholePage {
  path: string;
  search: string;
  language: PageLanguage;
  /** In which there is this page. */
  languages: readonly PageLanguage[];
  logo: PageBrand['logo'];
  pattern: string;
  screen: DrawnScreen;
  /** What the page was drawn with, by address. */
  replies: Readonly<Record<string, unknown>>;
}

/** With the attributes that tell it what to fetch early. */
const BOOT = /<script src="\/boot\.js"([^>]*)><\/script>/;
const MAIN = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const PARTS = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;
/** Where what the boot script is told of a drawn page begins. */
const BOOT_DATA = ' data-main="';
const SHEETS = /\s*<link rel="stylesheet"[^>]*>/g;

/** Puts a page together: the template with head, first screen, data and styles. */
export class PageMaker {
  readonly #root: string;
  readonly #publicUrl: string;
  readonly #template: string;
  readonly #drawnTemplate: string;
  readonly #bootHash: string | null;
  readonly list: ScreenList;
  readonly #sheets = new Map<string, { text: string; hash: string }>();

  constructor(root: string, publicUrl: string) {
    this.#root = root;
    this.#publicUrl = publicUrl;
    const built = readFileSync(join(root, 'index.html'), 'utf8');
    // What must run before anything is painted comes in the page: a file of its own would hold the first paint up.
    const boot = BOOT.test(built) ? readFileSync(join(root, 'boot.js'), 'utf8') : null;
    const withBoot = (html: string) =>
      html.replace(BOOT, (_, given: string) => `<script${given}>${boot}</script>`);
    this.#template = withBoot(built);
    this.#drawnTemplate = withBoot(paintedFirst(built));
    this.#bootHash = boot === null ? null : hashOf(boot);
    this.list = JSON.parse(readFileSync(join(root, 'screens.json'), 'utf8'));
  }

  whole({ path, search, language, languages, logo, pattern, screen, replies }: WholePage): ComposedPage {
    const { styles = [] } = this.list.pages.find((page) => page.pattern === pattern) ?? {};
    const sheet = this.#sheetOf(pattern, styles);
    const own = screen.ownStyles;
    // Styles come in the page: those of later pages come with their scripts.
    const given = `<script type="application/json" id="given">${inScript({ language, replies })}</script>`;
    const query = search && `?${search}`;
    const missing = pattern === NO_PAGE;
    const head = [
      missing ? headOfNone(screen) : headOf(path + query, { language, languages }, screen, this.#publicUrl),
      `<style>${sheet.text}</style>`,
      ...(own ? [`<style>${own}</style>`] : []),
    ];
    const html = this.#framed(this.#drawnTemplate, { language, logo }, head)
      .replace(BOOT_DATA, ` data-sheets="${styles.map((file) => `/${file}`).join(' ')}"${BOOT_DATA}`)
      .replace('<div id="root"></div>', () => `<div id="root">${screen.html}</div>${given}`);
    return pageOf(html, missing ? 404 : 200, own ? [sheet.hash, hashOf(own)] : [sheet.hash], this.#bootHash);
  }

  /**
   * The page without anything in it, which the web's own code fills; `hidden`: not for search engines. What is public
   * but could not be drawn in time names no address of its own, since this page serves many.
   */
  frame(
    language: PageLanguage,
    { name, logo }: PageBrand,
    { status, hidden }: { status: 200 | 404; hidden: boolean },
  ): ComposedPage {
    const { description } = this.list.general[language];
    const tags = [`<title>${escaped(name[language])}</title>`, meta('name', 'description', description)];
    if (hidden) tags.push(meta('name', 'robots', 'noindex'));
    return pageOf(this.#framed(this.#template, { language, logo }, tags), status, [], this.#bootHash);
  }

  #framed(
    template: string,
    { language, logo }: Pick<WholePage, 'language' | 'logo'>,
    head: readonly string[],
  ): string {
    const font = new RegExp(`data-font-${language}="([^"]+)"`).exec(template)?.[1];
    const links = [
      ...(font ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`] : []),
      `<link rel="manifest" href="/manifest.webmanifest${language === 'fa' ? '' : '?lang=en'}">`,
      logo === null
        ? '<link rel="icon" href="/icons/mark.svg" type="image/svg+xml">'
        : '<link rel="icon" href="/icons/192.png" type="image/png">',
      '<link rel="apple-touch-icon" href="/icons/apple.png">',
    ];
    return template
      .replace(
        /<html[^>]*>/,
        `<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}" data-theme="dark">`,
      )
      .replace(/<title>[\s\S]*?<\/title>/, '')
      .replace(/\s*<meta name="description"[^>]*>/, '')
      .replace(/\s*<link rel="icon"[^>]*>/, '')
      .replace('</head>', () => `${[...links, ...head].join('\n    ')}\n  </head>`);
  }

  #sheetOf(pattern: string, files: readonly string[]): { text: string; hash: string } {
    const known = this.#sheets.get(pattern);
    if (known) return known;
    const text = files
      .map((file) => readFileSync(join(this.#root, file), 'utf8').trim())
      .join('\n')
      // Addresses in a sheet are relative to it, in the page to the page.
      .replaceAll(/url\((?!["']?(?:\/|data:))(["']?)(?:\.\/)?/g, 'url($1/assets/');
    const sheet = { text, hash: hashOf(text) };
    this.#sheets.set(pattern, sheet);
    return sheet;
  }
}

/**
 * The template of a page that has something to show without scripts: neither they nor a sheet may hold up its first
 * paint, so the boot script is told which to fetch after it.
 */
function paintedFirst(template: string): string {
  const main = MAIN.exec(template)?.[1] ?? '';
  const parts = [...template.matchAll(PARTS)].map(([, file]) => file);
  return template
    .replace(MAIN, '')
    .replace(PARTS, '')
    .replace(SHEETS, '')
    .replace(BOOT, (boot) => boot.replace('></', `${BOOT_DATA}${main}" data-parts="${parts.join(' ')}"></`));
}

function headOf(
  path: string,
  { language, languages }: Pick<WholePage, 'language' | 'languages'>,
  head: PageHead,
  publicUrl: string,
): string {
  const address = (of: PageLanguage) =>
    `${publicUrl}${path}${of === 'fa' ? '' : `${path.includes('?') ? '&' : '?'}lang=en`}`;
  const image = publicUrl + head.image;
  const alternate = (lang: string, of: PageLanguage) =>
    `<link rel="alternate" hreflang="${lang}" href="${escaped(address(of))}">`;
  const tags = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escaped(address(language))}">`,
    ...languages.map((of) => alternate(of, of)),
    alternate('x-default', languages.includes('fa') ? 'fa' : language),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address(language)),
    meta('property', 'og:locale', language === 'fa' ? 'fa_IR' : 'en_US'),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...head.linkedData.map((data) => `<script type="application/ld+json">${inScript(data)}</script>`),
  ];
  return tags.join('\n    ');
}

/** Of what is no page: it has no address of its own, is nothing to find, and leads on without a script too. */
const headOfNone = ({ title, description }: PageHead): string =>
  [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', 'noindex'),
    `<noscript><meta http-equiv="refresh" content="${NO_PAGE_SECONDS};url=/"></noscript>`,
  ].join('\n    ');

const meta = (by: 'name' | 'property', name: string, content: string): string =>
  `<meta ${by}="${name}" content="${escaped(content)}">`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that ends no script element. */
const inScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function pageOf(
  html: string,
  status: 200 | 404,
  styleHashes: readonly string[],
  scriptHash: string | null,
): ComposedPage {
  const bytes = Buffer.from(html);
  return {
    status,
    gzip: gzipSync(bytes),
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    styleHashes,
    scriptHash,
  };
}
