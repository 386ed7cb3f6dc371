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

/** A page as rendered by the web's own code (web/src/framework/drawing/draw.tsx). */
export interface RenderedScreen extends PageHead {
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
export const NOT_FOUND_PATTERN = '/*';
/**
 * Seconds before a browser without scripts is redirected to the home page; with scripts, web/src/pages/not-found
 * does it.
 */
const NOT_FOUND_REDIRECT_SECONDS = 8;

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

export interface PageInput {
  path: string;
  search: string;
  language: PageLanguage;
  /** Languages in which this page exists. */
  languages: readonly PageLanguage[];
  logo: PageBrand['logo'];
  pattern: string;
  screen: RenderedScreen;
  /** API responses that the page was rendered with, by address. */
  replies: Readonly<Record<string, unknown>>;
}

/** The script element, with the attributes that list what to preload. */
const BOOT_SCRIPT = /<script src="\/boot\.js"([^>]*)><\/script>/;
const MAIN_SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/;
const PRELOADED_MODULES = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;
/** Start of the data for the boot script of a rendered page. */
const BOOT_DATA = ' data-main="';
const STYLESHEET_LINKS = /\s*<link rel="stylesheet"[^>]*>/g;

/** Assembles a page: the template with head, first screen, data and styles. */
export class PageMaker {
  readonly #root: string;
  readonly #publicUrl: string;
  readonly #template: string;
  readonly #renderedTemplate: string;
  readonly #bootHash: string | null;
  readonly list: ScreenList;
  readonly #sheets = new Map<string, { text: string; hash: string }>();

  constructor(root: string, publicUrl: string) {
    this.#root = root;
    this.#publicUrl = publicUrl;
    const built = readFileSync(join(root, 'index.html'), 'utf8');
    // The script that must run before the first paint is inlined: a separate file would delay it.
    const boot = BOOT_SCRIPT.test(built) ? readFileSync(join(root, 'boot.js'), 'utf8') : null;
    const inlineBootScript = (html: string) =>
      html.replace(BOOT_SCRIPT, (_, attributes: string) => `<script${attributes}>${boot}</script>`);
    this.#template = inlineBootScript(built);
    this.#renderedTemplate = inlineBootScript(deferResources(built));
    this.#bootHash = boot === null ? null : sha256Base64(boot);
    this.list = JSON.parse(readFileSync(join(root, 'screens.json'), 'utf8'));
  }

  composePage({
    path,
    search,
    language,
    languages,
    logo,
    pattern,
    screen,
    replies,
  }: PageInput): ComposedPage {
    const { styles = [] } = this.list.pages.find((page) => page.pattern === pattern) ?? {};
    const sheet = this.#getStyleSheet(pattern, styles);
    const ownStyles = screen.ownStyles;
    // Styles are inlined; those of later pages are loaded with their scripts.
    const dataScript = `<script type="application/json" id="given">${toScriptJson({ language, replies })}</script>`;
    const query = search && `?${search}`;
    const isNotFound = pattern === NOT_FOUND_PATTERN;
    const head = [
      isNotFound
        ? composeNotFoundHead(screen)
        : composeHead(path + query, { language, languages }, screen, this.#publicUrl),
      `<style>${sheet.text}</style>`,
      ...(ownStyles ? [`<style>${ownStyles}</style>`] : []),
    ];
    const html = this.#fillTemplate(this.#renderedTemplate, { language, logo }, head)
      .replace(BOOT_DATA, ` data-sheets="${styles.map((file) => `/${file}`).join(' ')}"${BOOT_DATA}`)
      .replace('<div id="root"></div>', () => `<div id="root">${screen.html}</div>${dataScript}`);
    return compressPage(
      html,
      isNotFound ? 404 : 200,
      ownStyles ? [sheet.hash, sha256Base64(ownStyles)] : [sheet.hash],
      this.#bootHash,
    );
  }

  /**
   * Returns the page without content, which the web's own code fills; `hidden`: not for search engines. A public
   * page that could not be rendered in time has no canonical URL, since this page serves many.
   */
  composeEmptyPage(
    language: PageLanguage,
    { name, logo }: PageBrand,
    { status, hidden }: { status: 200 | 404; hidden: boolean },
  ): ComposedPage {
    const { description } = this.list.general[language];
    const tags = [
      `<title>${escapeHtml(name[language])}</title>`,
      metaTag('name', 'description', description),
    ];
    if (hidden) tags.push(metaTag('name', 'robots', 'noindex'));
    return compressPage(
      this.#fillTemplate(this.#template, { language, logo }, tags),
      status,
      [],
      this.#bootHash,
    );
  }

  #fillTemplate(
    template: string,
    { language, logo }: Pick<PageInput, 'language' | 'logo'>,
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

  #getStyleSheet(pattern: string, files: readonly string[]): { text: string; hash: string } {
    const cached = this.#sheets.get(pattern);
    if (cached) return cached;
    const text = files
      .map((file) => readFileSync(join(this.#root, file), 'utf8').trim())
      .join('\n')
      // Relative URLs in a style sheet refer to the sheet, in a page to the page.
      .replaceAll(/url\((?!["']?(?:\/|data:))(["']?)(?:\.\/)?/g, 'url($1/assets/');
    const sheet = { text, hash: sha256Base64(text) };
    this.#sheets.set(pattern, sheet);
    return sheet;
  }
}

/**
 * Changes the template of a page that is visible without scripts: neither they nor a style sheet may delay its
 * first paint, so the boot script gets the list of what to load after it.
 */
function deferResources(template: string): string {
  const main = MAIN_SCRIPT.exec(template)?.[1] ?? '';
  const parts = [...template.matchAll(PRELOADED_MODULES)].map(([, file]) => file);
  return template
    .replace(MAIN_SCRIPT, '')
    .replace(PRELOADED_MODULES, '')
    .replace(STYLESHEET_LINKS, '')
    .replace(BOOT_SCRIPT, (boot) =>
      boot.replace('></', `${BOOT_DATA}${main}" data-parts="${parts.join(' ')}"></`),
    );
}

function composeHead(
  path: string,
  { language, languages }: Pick<PageInput, 'language' | 'languages'>,
  head: PageHead,
  publicUrl: string,
): string {
  const languageUrl = (target: PageLanguage) =>
    `${publicUrl}${path}${target === 'fa' ? '' : `${path.includes('?') ? '&' : '?'}lang=en`}`;
  const image = publicUrl + head.image;
  const alternateLink = (lang: string, target: PageLanguage) =>
    `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(languageUrl(target))}">`;
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    metaTag('name', 'description', head.description),
    `<link rel="canonical" href="${escapeHtml(languageUrl(language))}">`,
    ...languages.map((pageLanguage) => alternateLink(pageLanguage, pageLanguage)),
    alternateLink('x-default', languages.includes('fa') ? 'fa' : language),
    metaTag('property', 'og:type', 'website'),
    metaTag('property', 'og:title', head.title),
    metaTag('property', 'og:description', head.description),
    metaTag('property', 'og:url', languageUrl(language)),
    metaTag('property', 'og:locale', language === 'fa' ? 'fa_IR' : 'en_US'),
    metaTag('property', 'og:image', image),
    metaTag('property', 'og:image:width', '1200'),
    metaTag('property', 'og:image:height', '630'),
    metaTag('name', 'twitter:card', 'summary_large_image'),
    ...head.linkedData.map((data) => `<script type="application/ld+json">${toScriptJson(data)}</script>`),
  ];
  return tags.join('\n    ');
}

/** Head of the not-found page: it has no canonical URL, is not indexed, and redirects without a script too. */
const composeNotFoundHead = ({ title, description }: PageHead): string =>
  [
    `<title>${escapeHtml(title)}</title>`,
    metaTag('name', 'description', description),
    metaTag('name', 'robots', 'noindex'),
    `<noscript><meta http-equiv="refresh" content="${NOT_FOUND_REDIRECT_SECONDS};url=/"></noscript>`,
  ].join('\n    ');

const metaTag = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns JSON that can't close a script element. */
const toScriptJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const sha256Base64 = (text: string): string => createHash('sha256').update(text).digest('base64');

function compressPage(
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
