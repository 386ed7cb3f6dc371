import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { RenderThread } from './draw-thread.ts';
import type { DrawSettings, PageKey, PageNeeds } from './draw-worker.ts';
import {
  type ComposedPage,
  NO_PAGE,
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
const MEMORY_BYTES = 16_000_000;
/** How long an expired page is still sent while the next one is being rendered. */
const STALE_MS = 60_000;
/** How long a visitor waits for a rendering; the empty page works without it. */
const TIMEOUT_MS = 1_000;
/** Delay before a failed rendering is retried. */
const PAUSE_MS = 2_000;
/** More than one brand has; those of earlier brands are evicted. */
const MAX_FRAMES = 16;

interface Wanted {
  key: PageKey;
  pattern: string;
  /** The empty page to send if the rendering is late or fails. */
  late: Parameters<PageMaker['frame']>[2];
}

interface Kept {
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
  readonly #maker: PageMaker;
  readonly #routes: RegExp;
  readonly #parts: RegExp;
  readonly #thread: RenderThread;
  readonly #visit: FetchAsVisitor;
  readonly #brandNow: () => PageBrand;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ page }) => page.br.byteLength + page.gzip.byteLength + 1_000,
  });
  readonly #drawing = new Map<string, Promise<ComposedPage>>();
  readonly #frames = new LRUCache<string, ComposedPage>({ max: MAX_FRAMES });

  constructor(
    settings: DrawSettings,
    {
      visit,
      brandNow,
      log,
      now = () => performance.now(),
    }: { visit: FetchAsVisitor; brandNow: () => PageBrand; log: Log; now?: (() => number) | undefined },
  ) {
    this.#maker = new PageMaker(settings.root, settings.publicUrl);
    this.#routes = routesOf(this.#maker.list.routes);
    this.#parts = routesOf(this.#maker.list.parts);
    this.#thread = new RenderThread(settings, log);
    this.#visit = visit;
    this.#brandNow = brandNow;
    this.#log = log;
    this.#now = now;
  }

  /** Whether the web's router has a page at a path, ignoring case. */
  knows = (path: string): boolean => this.#routes.test(path);

  /** `address`: path and query of a known page. */
  async of(address: string, language: PageLanguage): Promise<ComposedPage> {
    const [whole = '', asked = ''] = address.split(/\?(.*)/s);
    const path = whole.replace(/\/+$/, '') || '/';
    const listed = this.#maker.list.pages.find(({ pattern }) => fits(pattern, path));
    if (!listed) return this.#frame(language, { status: 200, hidden: true });
    const search = listed.variants?.find((variant) => asks(asked, variant)) ?? '';
    return this.#shown({ path, search, language }, listed.pattern, { status: 200, hidden: false });
  }

  /**
   * Returns the not-found page. Below a part of the web with its own router the browser shows that part, so nothing
   * else is rendered there.
   */
  async none(path: string, language: PageLanguage): Promise<ComposedPage> {
    if (this.#parts.test(path)) return this.#frame(language, { status: 404, hidden: true });
    const key = { path: NO_PAGE, search: '', language };
    return this.#shown(key, NO_PAGE, { status: 404, hidden: true });
  }

  /** Returns the cached or new rendering; `late`: the empty page to send until it is there. */
  async #shown(
    key: PageKey,
    pattern: string,
    late: Parameters<PageMaker['frame']>[2],
  ): Promise<ComposedPage> {
    const { path, search, language } = key;
    const name = `${language} ${path}?${search}`;
    const kept = this.#kept.get(name);
    const age = kept ? this.#now() - kept.lookedAt : Number.POSITIVE_INFINITY;
    if (kept && age <= kept.freshMs) return kept.page;
    const drawing = this.#draw(name, { key, pattern, late }, kept);
    if (kept && age <= kept.freshMs + STALE_MS) return kept.page;
    return withPatience(drawing, () => this.#frame(language, late));
  }

  /** Renders the most frequent pages in advance. */
  async warm(): Promise<void> {
    for (const language of ['fa', 'en'] as const) await this.of('/', language);
  }

  close = (): Promise<void> => this.#thread.close();

  /** Renders a page once for all concurrent requests. Never throws. */
  #draw(name: string, { key, pattern, late }: Wanted, kept: Kept | undefined): Promise<ComposedPage> {
    const running = this.#drawing.get(name);
    if (running) return running;
    const drawing = this.#look(key, pattern, kept)
      .catch((error: Error): Kept => {
        this.#log.warn({ area: 'pages', err: error, page: name }, 'failed to render a page');
        const page = this.#frame(key.language, late);
        return { page, needs: kept?.needs ?? null, digest: '', lookedAt: 0, freshMs: PAUSE_MS };
      })
      .then((drawn) => {
        // Requests for pages that don't exist must not evict existing ones from the cache.
        if (drawn.page.status === 200 || pattern === NO_PAGE)
          this.#kept.set(name, { ...drawn, lookedAt: this.#now() });
        else this.#kept.delete(name);
        return drawn.page;
      })
      .finally(() => this.#drawing.delete(name));
    this.#drawing.set(name, drawing);
    return drawing;
  }

  async #look(key: PageKey, pattern: string, kept: Kept | undefined): Promise<Kept> {
    const needs = kept?.needs ?? (await this.#thread.needs(key));
    const gone = (): Kept => {
      const page = this.#frame(key.language, { status: 404, hidden: true });
      return { page, needs: null, digest: '', lookedAt: 0, freshMs: 0 };
    };
    if (!needs) return gone();
    const replies: Record<string, string> = {};
    const addresses = [...needs.addresses, ...(needs.unsent ?? [])];
    const answers = await Promise.all(addresses.map((address) => this.#visit(address, key.language)));
    for (const [index, { status, body }] of answers.entries()) {
      const address = addresses[index] as string;
      if (status === 200) replies[address] = body;
      else if (address === needs.subject) {
        if (isGone(status)) return gone();
        throw new Error(`${address} answered ${status}`);
      }
    }
    const languages = await this.#languagesOf(needs, key.language);
    const { logo } = this.#brandNow();
    const digest = digestOf(replies, [...languages, logo]);
    if (kept && digest === kept.digest) return kept;
    const page = await this.#thread.page(key, { pattern, replies, unsent: needs.unsent, languages, logo });
    return { page, needs, digest, lookedAt: 0, freshMs: needs.freshMs };
  }

  /** Languages in which a page found in `language` exists: staff publishes the text of each language separately. */
  async #languagesOf({ subject }: PageNeeds, language: PageLanguage): Promise<PageLanguage[]> {
    const there = async (of: PageLanguage): Promise<boolean> =>
      subject === undefined || of === language || !isGone((await this.#visit(subject, of)).status);
    const are = await Promise.all(PAGE_LANGUAGES.map(there));
    return PAGE_LANGUAGES.filter((_, index) => are[index]);
  }

  /** Returns the empty page, shared by all pages that don't exist, are personal, or are late. */
  #frame(language: PageLanguage, kind: { status: 200 | 404; hidden: boolean }): ComposedPage {
    const brand = this.#brandNow();
    const name = JSON.stringify([language, kind, brand.name, brand.logo]);
    let frame = this.#frames.get(name);
    if (!frame) {
      frame = this.#maker.frame(language, brand, kind);
      this.#frames.set(name, frame);
    }
    return frame;
  }
}

/** Matches any of the router's patterns: `:part` any one part, `:part?` one or none, `*` all that follows. */
function routesOf(patterns: readonly string[]): RegExp {
  const part = (name: string): string => {
    if (name === '*') return '(?:/.*)?';
    if (name.startsWith(':')) return name.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    return `/${name.replace(/[^\w-]/g, '\\$&')}`;
  };
  const whole = (pattern: string) => pattern.split('/').filter(Boolean).map(part).join('');
  // Equals the web's router, so that the rendered page is the one the browser shows.
  return new RegExp(`^(?:${patterns.map(whole).join('|')})/*$`, 'i');
}

/**
 * Whether a query contains a variant, as the web parses it: in any notation, and the first value of repeated
 * parameters.
 */
function asks(query: string, variant: string): boolean {
  const said = new URLSearchParams(query);
  return [...new URLSearchParams(variant)].every(([name, value]) => said.get(name) === value);
}

/** Whether a path matches a pattern; `:name` stands for any one part. */
function fits(pattern: string, path: string): boolean {
  const [wanted, parts] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}

/** Whether the status means that the subject does not exist; any other failure may be temporary. */
const isGone = (status: number): boolean => status === 404 || status === 400;

function digestOf(replies: Readonly<Record<string, string>>, more: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const [address, body] of Object.entries(replies)) hash.update(`${address}\n${body}\n`);
  return hash.digest('base64');
}

async function withPatience(
  drawing: Promise<ComposedPage>,
  otherwise: () => ComposedPage,
): Promise<ComposedPage> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  const page = await Promise.race([drawing, late]);
  clearTimeout(timer);
  return page ?? otherwise();
}
