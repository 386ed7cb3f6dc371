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
/** Build output for the server alone. */
const INNER = /^\/(index\.html|screens\.json)/;

/**
 * Serves the built web: files with a hash in their name as immutable, the page uncached, also at paths known only
 * to the web's router. All else is 404, with a page for people. Compressed files are made at build time.
 * The rendering code is next to `root`: `<root>-draw/draw.js`.
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
    // One route per file: all other paths are pages.
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
    // Programs and subresources get the error format of the API; people get a page that leads on.
    if (!known && !isForPeople(request)) return answerUnknown(request, reply);
    const language = languageOf(request);
    const page = await (known ? pages.of(request.url, language) : pages.none(path, language));
    reply
      .code(page.status)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie')
      .header('etag', page.etag);
    // Headers of a 304 replace those that the browser cached, so the policy is sent too.
    allowInline(reply, page);
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const coding = codingOf(request);
    if (coding === null) return reply.send(await promisify(gunzip)(page.gzip));
    return reply.header('content-encoding', coding).send(Buffer.from(page[coding]));
  };
  http.app.addHook('onListen', () => void pages.warm());
}

/** Whether a browser navigates to a page: it then accepts HTML, but not for a script, a picture or an API call. */
const isForPeople = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/** Returns the language of `?lang=`, else the one chosen before, else Persian, like the page itself. */
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

/** Allows the inline parts of the page: its style sheets, and the script that runs before the first paint. */
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
