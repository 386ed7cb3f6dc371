import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type PageLanguage = 'fa' | 'en';
const LANGUAGES: readonly PageLanguage[] = ['fa', 'en'];

/** What is said of a page to search engines and where its link is shared. */
export interface PageHead {
  title: string;
  description: string;
  /** Path of a picture of 1200 × 630. */
  image?: string;
  /** Linked data (schema.org), one object each. */
  linkedData?: readonly object[];
  /** Not for search engines. */
  hidden?: boolean;
}

/** Says what it knows of a path; null: what the build drew holds, or the general words. */
export type DescribePage = (path: string, language: PageLanguage) => Promise<PageHead | null>;

/** One public page as the build drew it: see scripts/build-web.ts. */
interface Screen {
  path: string;
  language: PageLanguage;
  title: string;
  description: string;
  html: string;
  styles: string[];
  /** Rules in the place of its style attributes. */
  ownStyles: string;
}

export interface Page {
  /** By content coding. */
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
  etag: string;
  /** Hash of the page's own style sheet for the content policy; null where it has none. */
  styleHash: string | null;
}

const MOST_PAGES = 500;

/** The page of every path: head, first screen and styles of public pages, an empty frame elsewhere. */
export class Pages {
  readonly #root: string;
  readonly #template: string;
  readonly #screens: Map<string, Screen>;
  readonly #publicUrl: string;
  readonly #describe: DescribePage;
  readonly #made = new LRUCache<string, Page>({ max: MOST_PAGES });
  readonly #styles = new Map<string, string>();

  constructor(root: string, publicUrl: string, describe: DescribePage) {
    this.#root = root;
    this.#template = readFileSync(join(root, 'index.html'), 'utf8');
    const screens: Screen[] = JSON.parse(readFileSync(join(root, 'screens.json'), 'utf8'));
    this.#screens = new Map(screens.map((screen) => [`${screen.language} ${screen.path}`, screen]));
    this.#publicUrl = publicUrl.replace(/\/$/, '');
    this.#describe = describe;
  }

  async of(pathname: string, language: PageLanguage): Promise<Page> {
    const path = pathname.replace(/\/+$/, '') || '/';
    const screen = this.#screens.get(`${language} ${path}`);
    const described = await this.#describe(path, language).catch(() => null);
    const general = this.#screens.get(`${language} /`);
    const head: PageHead = described ?? {
      title: (screen ?? general)?.title ?? '',
      description: (screen ?? general)?.description ?? '',
      hidden: !screen,
    };
    // Paths nobody drew or described are alike but for nothing: one page serves them all.
    const key = JSON.stringify([language, screen || described ? path : '', head]);
    const known = this.#made.get(key);
    if (known) return known;
    const made = pageOf(this.#html(path, language, head, screen), this.#stylesOf(screen));
    this.#made.set(key, made);
    return made;
  }

  #html(path: string, language: PageLanguage, head: PageHead, screen: Screen | undefined): string {
    const links = /\s*<link rel="stylesheet"[^>]*>/g;
    const font = new RegExp(`data-font-${language}="([^"]+)"`).exec(this.#template)?.[1];
    let html = this.#template
      .replace(
        /<html[^>]*>/,
        `<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}" data-theme="dark">`,
      )
      .replace(/<title>[\s\S]*?<\/title>/, '')
      .replace(/\s*<meta name="description"[^>]*>/, '');
    const parts = [headOf(path, language, head, this.#publicUrl)];
    if (font) parts.push(`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`);
    if (screen) {
      // Styles come in the page; the sheets themselves, which later pages build on, after what is seen first.
      const sheets = screen.styles
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
        .join('');
      html = html
        .replace(links, '')
        .replace('<div id="root"></div>', () => `<div id="root">${screen.html}</div>${sheets}`);
      parts.push(`<style>${this.#stylesOf(screen)}</style>`);
    }
    return html.replace('</head>', () => `${parts.join('\n    ')}\n  </head>`);
  }

  #stylesOf(screen: Screen | undefined): string | null {
    if (!screen) return null;
    const key = `${screen.language} ${screen.path}`;
    const known = this.#styles.get(key);
    if (known !== undefined) return known;
    const text = screen.styles
      .map((file) => readFileSync(join(this.#root, file), 'utf8').trim())
      .join('\n')
      // Addresses in a sheet are relative to it, in the page to the page.
      .replaceAll(/url\((?!["']?(?:\/|data:))(["']?)(?:\.\/)?/g, 'url($1/assets/')
      .concat(screen.ownStyles);
    this.#styles.set(key, text);
    return text;
  }
}

function headOf(path: string, language: PageLanguage, head: PageHead, publicUrl: string): string {
  const address = (of: PageLanguage) => `${publicUrl}${path}${of === 'fa' ? '' : '?lang=en'}`;
  const image = head.image && `${publicUrl}${head.image}`;
  const tags = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    ...(head.hidden
      ? [meta('name', 'robots', 'noindex')]
      : [
          link('canonical', address(language)),
          ...LANGUAGES.map((of) => `<link rel="alternate" hreflang="${of}" href="${escaped(address(of))}">`),
          `<link rel="alternate" hreflang="x-default" href="${escaped(address('fa'))}">`,
        ]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address(language)),
    meta('property', 'og:locale', language === 'fa' ? 'fa_IR' : 'en_US'),
    ...(image
      ? [meta('property', 'og:image', image), meta('name', 'twitter:card', 'summary_large_image')]
      : []),
    ...(head.linkedData ?? []).map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    ),
  ];
  return tags.join('\n    ');
}

const meta = (by: 'name' | 'property', name: string, content: string): string =>
  `<meta ${by}="${name}" content="${escaped(content)}">`;
const link = (rel: string, href: string): string => `<link rel="${rel}" href="${escaped(href)}">`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function pageOf(html: string, styles: string | null): Page {
  const identity = Buffer.from(html);
  return {
    bodies: {
      identity,
      gzip: gzipSync(identity),
      br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    },
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    styleHash: styles === null ? null : createHash('sha256').update(styles).digest('base64'),
  };
}
