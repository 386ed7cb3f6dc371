import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknown } from '../http/failures.ts';
import type { Http } from '../http/http.ts';
import type { Log } from '../log.ts';
import { RenderedPages } from './drawn-pages.ts';
import type { ComposedPage, PageBrand, PageLanguage } from './page.ts';

const YEAR = 31_536_000;
/** What the build leaves for the server alone. */
const INNER = /^\/(index\.html|screens\.json)/;

/**
 * Serves the built web: files with a hash in their name for ever, the page fresh each time, also at the paths that
 * only the web's router knows. Whatever else is not found: 404, for people a page that says so. Compressed twins of the files are made at build time.
 * `root` stands beside what draws the pages: `<root>-draw/draw.js`.
 */
export async function serveWeb(
  http: Http,
  root: string,
  {
    publicUrl,
    brandNow,
    log,
    now,
  }: { publicUrl: string; brandNow: () => PageBrand; log: Log; now?: () => number },
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  const settings = { root, bundle: join(`${root}-draw`, 'draw.js'), publicUrl: publicUrl.replace(/\/$/, '') };
  const pages = new RenderedPages(settings, { visit: http.visit, brandNow, log, now });
  http.app.addHook('onClose', () => pages.close());
  await http.app.register(fastifyStatic, {
    root,
    preCompressed: true,
    // A route a file: whatever is none is a page.
    wildcard: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => !INNER.test(path),
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
  });
  http.answerPage = async (request, reply) => {
    const path = request.url.replace(/\?.*/s, '');
    const known = pages.knows(path);
    // Programs and parts of pages are told as the API tells; people see it, and are led on.
    if (!known && !isForPeople(request)) return answerUnknown(request, reply);
    const language = languageOf(request);
    const page = await (known ? pages.of(request.url, language) : pages.none(path, language));
    reply
      .code(page.status)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie')
      .header('etag', page.etag);
    // Headers of a 304 take the place of those the browser has kept: the policy goes with both.
    allowInline(reply, page);
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const coding = codingOf(request);
    if (coding === null) return reply.send(await promisify(gunzip)(page.gzip));
    return reply.header('content-encoding', coding).send(Buffer.from(page[coding]));
  };
  http.app.addHook('onListen', () => void pages.warm());
}

/** A browser that goes somewhere says that it takes a page; for a script, a picture or a call it does not. */
const isForPeople = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/** `?lang=`, then what was chosen before, then Persian: as the page itself decides. */
function languageOf(request: FastifyRequest): PageLanguage {
  const asked = (request.query as { lang?: unknown }).lang;
  if (asked === 'fa' || asked === 'en') return asked;
  return /(?:^|;\s*)sarraf_language=en(?:;|$)/.test(request.headers.cookie ?? '') ? 'en' : 'fa';
}

function codingOf(request: FastifyRequest): 'br' | 'gzip' | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** What stands in the page itself: its style sheets, and the script that runs before the first paint. */
function allowInline(reply: FastifyReply, { styleHashes, scriptHash }: ComposedPage): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  const sources = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('');
  reply.header(
    'content-security-policy',
    policy
      .replace("style-src 'self'", (known) => known + sources(styleHashes))
      .replace("script-src 'self'", (known) => known + sources(scriptHash === null ? [] : [scriptHash])),
  );
}
