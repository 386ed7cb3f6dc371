import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Brand } from '@sarraf/domain/contracts';

export type PageLanguage = 'fa' | 'en';
export const PAGE_LANGUAGES: readonly PageLanguage[] = ['fa', 'en'];

/** Metadata of a page for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** Path of an image of 1200 × 630. */
  image: string;
  /** Linked data (schema.org), one object each. */
  linkedData: readonly object[];
}

/** A page as rendered by the web's own code (web/src/first-screen/draw.tsx). */
export interface DrawnScreen extends PageHead {
  html: string;
  /** CSS rules that replace its style attributes. */
  ownStyles: string;
}

/** Description of the pages by the build: scripts/build-web.ts. */
export interface ScreenList {
  pages: readonly {
    pattern: string;
    variants?: readonly string[];
    styles: readonly string[];
    /** All paths that are known without data. */
    paths: readonly string[];
  }[];
  general: Readonly<Record<PageLanguage, Pick<PageHead, 'description'>>>;
  /** All page patterns of the web's router: `/profile/trade/:quote?/:coin?`, `/backoffice/people/:id`. */
  routes: readonly string[];
  /** Patterns that belong to a part of the web, whether pages or not: `/backoffice/*`. */
  parts: readonly string[];
}

/** The entry of the list for addresses that are no page. */
export const NO_PAGE = '/*';
/**
 * Seconds before a browser without scripts is redirected to the home page; with scripts, web/src/pages/not-found
 * does it.
 */
const NO_PAGE_SECONDS = 8;

export interface ComposedPage {
  status: 200 | 404;
  /** The page by content encoding. */
  gzip: Uint8Array;
  br: Uint8Array;
  etag: string;
  /** Hashes of the page's style sheets and its one script, for the Content-Security-Policy. */
  styleHashes: readonly string[];
  scriptHash: string | null;
}

/** The parts of the brand that a page contains. */
export type PageBrand = Pick<Brand, 'name' | 'logo'>;

export interface WholePage {
  path: string;
  search: string;
  language: PageLanguage;
  /** Languages in which this page exists. */
  languages: readonly PageLanguage[];
  logo: PageBrand['logo'];
  pattern: string;
  screen: DrawnScreen;
  /** API responses that the page was rendered with, by address. */
  replies: Readonly<Record<string, unknown>>;
}

/** The script element, with the attributes that list what to preload. */
const BOOT = /<script src="\/boot\.js"([^>]*)><\/script>/;
const MAIN = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const PARTS = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;
/** Start of the data for the boot script of a rendered page. */
const BOOT_DATA = ' data-main="';
const SHEETS = /\s*<link rel="stylesheet"[^>]*>/g;

/** Assembles a page: the template with head, first screen, data and styles. */
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
    // The script that must run before the first paint is inlined: a separate file would delay it.
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
    // Styles are inlined; those of later pages are loaded with their scripts.
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
   * Returns the page without content, which the web's own code fills; `hidden`: not for search engines. A public
   * page that could not be rendered in time has no canonical URL, since this page serves many.
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
      // Relative URLs in a style sheet refer to the sheet, in a page to the page.
      .replaceAll(/url\((?!["']?(?:\/|data:))(["']?)(?:\.\/)?/g, 'url($1/assets/');
    const sheet = { text, hash: hashOf(text) };
    this.#sheets.set(pattern, sheet);
    return sheet;
  }
}

/**
 * Changes the template of a page that is visible without scripts: neither they nor a style sheet may delay its
 * first paint, so the boot script gets the list of what to load after it.
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

/** Head of the not-found page: it has no canonical URL, is not indexed, and redirects without a script too. */
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

/** Returns JSON that can't close a script element. */
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
