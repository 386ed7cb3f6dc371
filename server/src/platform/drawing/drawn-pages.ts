import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { RenderThread } from './draw-thread.ts';
import type { PageKey, PageNeeds, RenderSettings } from './draw-worker.ts';
import {
  type ComposedPage,
  NOT_FOUND_PATTERN,
  PAGE_LANGUAGES,
  type PageBrand,
  type PageLanguage,
  PageMaker,
} from './page.ts';

/** Returns what the API responds to a visitor at an address. */
export type FetchAsVisitor = (
  address: string,
  language: PageLanguage,
) => Promise<{ status: number; body: string }>;

/** Cache size for compressed pages; some 50 kB each. */
const MAX_CACHE_BYTES = 16_000_000;
/** How long an expired page is still sent while the next one is being rendered. */
const STALE_MS = 60_000;
/** How long a visitor waits for a rendering; the empty page works without it. */
const RENDER_WAIT_MS = 1_000;
/** Delay before a failed rendering is retried. */
const RETRY_DELAY_MS = 2_000;
/** More than one brand has; those of earlier brands are evicted. */
const MAX_FRAMES = 16;

interface RenderJob {
  key: PageKey;
  pattern: string;
  /** The empty page to send if the rendering is late or fails. */
  late: Parameters<PageMaker['composeEmptyPage']>[2];
}

interface CachedPage {
  page: ComposedPage;
  needs: PageNeeds | null;
  /** Digest of the data it was rendered with. */
  digest: string;
  lookedAt: number;
  freshMs: number;
}

/**
 * Returns the page of every path: public ones rendered with their data, cached for seconds, and re-rendered in the
 * background when the data has changed; an empty page elsewhere. Pages contain no user data: the API is called as a
 * visitor.
 */
export class RenderedPages {
  readonly #pageMaker: PageMaker;
  readonly #routes: RegExp;
  readonly #routerParts: RegExp;
  readonly #thread: RenderThread;
  readonly #visit: FetchAsVisitor;
  readonly #brandNow: () => PageBrand;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #cache = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ page }) => page.br.byteLength + page.gzip.byteLength + 1_000,
  });
  readonly #runningByName = new Map<string, Promise<ComposedPage>>();
  readonly #frames = new LRUCache<string, ComposedPage>({ max: MAX_FRAMES });

  constructor(
    settings: RenderSettings,
    {
      visit,
      brandNow,
      log,
      now = () => performance.now(),
    }: { visit: FetchAsVisitor; brandNow: () => PageBrand; log: Log; now?: (() => number) | undefined },
  ) {
    this.#pageMaker = new PageMaker(settings.root, settings.publicUrl);
    this.#routes = compileRoutes(this.#pageMaker.list.routes);
    this.#routerParts = compileRoutes(this.#pageMaker.list.parts);
    this.#thread = new RenderThread(settings, log);
    this.#visit = visit;
    this.#brandNow = brandNow;
    this.#log = log;
    this.#now = now;
  }

  /** Whether the web's router has a page at a path, ignoring case. */
  isKnownPath = (path: string): boolean => this.#routes.test(path);

  /** `address`: path and query of a known page. */
  async getPage(address: string, language: PageLanguage): Promise<ComposedPage> {
    const [pathname = '', query = ''] = address.split(/\?(.*)/s);
    const path = pathname.replace(/\/+$/, '') || '/';
    const listed = this.#pageMaker.list.pages.find(({ pattern }) => matchesPattern(pattern, path));
    if (!listed) return this.#getEmptyPage(language, { status: 200, hidden: true });
    const search = listed.variants?.find((variant) => matchesVariant(query, variant)) ?? '';
    return this.#getCachedOrRender({ path, search, language }, listed.pattern, {
      status: 200,
      hidden: false,
    });
  }

  /**
   * Returns the not-found page. Below a part of the web with its own router the browser shows that part, so nothing
   * else is rendered there.
   */
  async getNotFoundPage(path: string, language: PageLanguage): Promise<ComposedPage> {
    if (this.#routerParts.test(path)) return this.#getEmptyPage(language, { status: 404, hidden: true });
    const key = { path: NOT_FOUND_PATTERN, search: '', language };
    return this.#getCachedOrRender(key, NOT_FOUND_PATTERN, { status: 404, hidden: true });
  }

  /** Returns the cached or new rendering; `late`: the empty page to send until it is there. */
  async #getCachedOrRender(
    key: PageKey,
    pattern: string,
    fallback: Parameters<PageMaker['composeEmptyPage']>[2],
  ): Promise<ComposedPage> {
    const { path, search, language } = key;
    const name = `${language} ${path}?${search}`;
    const cached = this.#cache.get(name);
    const age = cached ? this.#now() - cached.lookedAt : Number.POSITIVE_INFINITY;
    if (cached && age <= cached.freshMs) return cached.page;
    const rendering = this.#renderOnce(name, { key, pattern, late: fallback }, cached);
    if (cached && age <= cached.freshMs + STALE_MS) return cached.page;
    return withTimeout(rendering, () => this.#getEmptyPage(language, fallback));
  }

  /** Renders the most frequent pages in advance. */
  async warmCache(): Promise<void> {
    for (const language of ['fa', 'en'] as const) await this.getPage('/', language);
  }

  close = (): Promise<void> => this.#thread.close();

  /** Renders a page once for all concurrent requests. Never throws. */
  #renderOnce(
    name: string,
    { key, pattern, late }: RenderJob,
    cached: CachedPage | undefined,
  ): Promise<ComposedPage> {
    const running = this.#runningByName.get(name);
    if (running) return running;
    const rendering = this.#renderIfChanged(key, pattern, cached)
      .catch((error: Error): CachedPage => {
        this.#log.warn({ area: 'pages', err: error, page: name }, 'failed to render a page');
        const page = this.#getEmptyPage(key.language, late);
        return { page, needs: cached?.needs ?? null, digest: '', lookedAt: 0, freshMs: RETRY_DELAY_MS };
      })
      .then((rendered) => {
        // Requests for pages that don't exist must not evict existing ones from the cache.
        if (rendered.page.status === 200 || pattern === NOT_FOUND_PATTERN)
          this.#cache.set(name, { ...rendered, lookedAt: this.#now() });
        else this.#cache.delete(name);
        return rendered.page;
      })
      .finally(() => this.#runningByName.delete(name));
    this.#runningByName.set(name, rendering);
    return rendering;
  }

  async #renderIfChanged(key: PageKey, pattern: string, cached: CachedPage | undefined): Promise<CachedPage> {
    const needs = cached?.needs ?? (await this.#thread.readNeeds(key));
    const createMissingPage = (): CachedPage => {
      const page = this.#getEmptyPage(key.language, { status: 404, hidden: true });
      return { page, needs: null, digest: '', lookedAt: 0, freshMs: 0 };
    };
    if (!needs) return createMissingPage();
    const replies: Record<string, string> = {};
    const addresses = [...needs.addresses, ...(needs.unsent ?? [])];
    const responses = await Promise.all(addresses.map((address) => this.#visit(address, key.language)));
    for (const [index, { status, body }] of responses.entries()) {
      const address = addresses[index] as string;
      if (status === 200) replies[address] = body;
      else if (address === needs.subject) {
        if (isMissingStatus(status)) return createMissingPage();
        throw new Error(`${address} answered ${status}`);
      }
    }
    const languages = await this.#listLanguages(needs, key.language);
    const { logo } = this.#brandNow();
    const digest = computeDigest(replies, [...languages, logo]);
    if (cached && digest === cached.digest) return cached;
    const page = await this.#thread.renderPage(key, {
      pattern,
      replies,
      unsent: needs.unsent,
      languages,
      logo,
    });
    return { page, needs, digest, lookedAt: 0, freshMs: needs.freshMs };
  }

  /** Languages in which a page found in `language` exists: staff publishes the text of each language separately. */
  async #listLanguages({ subject }: PageNeeds, language: PageLanguage): Promise<PageLanguage[]> {
    const existsIn = async (other: PageLanguage): Promise<boolean> =>
      subject === undefined ||
      other === language ||
      !isMissingStatus((await this.#visit(subject, other)).status);
    const existing = await Promise.all(PAGE_LANGUAGES.map(existsIn));
    return PAGE_LANGUAGES.filter((_, index) => existing[index]);
  }

  /** Returns the empty page, shared by all pages that don't exist, are personal, or are late. */
  #getEmptyPage(language: PageLanguage, kind: { status: 200 | 404; hidden: boolean }): ComposedPage {
    const brand = this.#brandNow();
    const name = JSON.stringify([language, kind, brand.name, brand.logo]);
    let frame = this.#frames.get(name);
    if (!frame) {
      frame = this.#pageMaker.composeEmptyPage(language, brand, kind);
      this.#frames.set(name, frame);
    }
    return frame;
  }
}

/** Matches any of the router's patterns: `:part` any one part, `:part?` one or none, `*` all that follows. */
function compileRoutes(patterns: readonly string[]): RegExp {
  const partPattern = (name: string): string => {
    if (name === '*') return '(?:/.*)?';
    if (name.startsWith(':')) return name.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    return `/${name.replace(/[^\w-]/g, '\\$&')}`;
  };
  const routePattern = (pattern: string) => pattern.split('/').filter(Boolean).map(partPattern).join('');
  // Equals the web's router, so that the rendered page is the one the browser shows.
  return new RegExp(`^(?:${patterns.map(routePattern).join('|')})/*$`, 'i');
}

/**
 * Whether a query contains a variant, as the web parses it: in any notation, and the first value of repeated
 * parameters.
 */
function matchesVariant(query: string, variant: string): boolean {
  const parameters = new URLSearchParams(query);
  return [...new URLSearchParams(variant)].every(([name, value]) => parameters.get(name) === value);
}

/** Whether a path matches a pattern; `:name` stands for any one part. */
function matchesPattern(pattern: string, path: string): boolean {
  const [patternParts, parts] = [pattern.split('/'), path.split('/')];
  return (
    patternParts.length === parts.length &&
    patternParts.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}

/** Whether the status means that the subject does not exist; any other failure may be temporary. */
const isMissingStatus = (status: number): boolean => status === 404 || status === 400;

function computeDigest(replies: Readonly<Record<string, string>>, extra: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(extra));
  for (const [address, body] of Object.entries(replies)) hash.update(`${address}\n${body}\n`);
  return hash.digest('base64');
}

async function withTimeout(
  rendering: Promise<ComposedPage>,
  createFallback: () => ComposedPage,
): Promise<ComposedPage> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, RENDER_WAIT_MS, null);
  });
  const page = await Promise.race([rendering, timeout]);
  clearTimeout(timer);
  return page ?? createFallback();
}
