import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../http/failures.ts';
import type { Http } from '../http/http.ts';
import type { Log } from '../log.ts';
import { RenderedPages } from './drawn-pages.ts';
import type { ComposedPage, PageBrand, PageLanguage } from './page.ts';

const YEAR_SECONDS = 31_536_000;
/** Build output for the server alone. */
const PRIVATE_FILES = /^\/(index\.html|screens\.json)/;

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
  const pages = new RenderedPages(settings, { visit: http.callAsVisitor, brandNow, log, now });
  http.app.addHook('onClose', () => pages.close());
  await http.app.register(fastifyStatic, {
    root,
    preCompressed: true,
    // One route per file: all other paths are pages.
    wildcard: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => !PRIVATE_FILES.test(path),
    setHeaders: (reply, path) => {
      const isImmutable = path.includes('/assets/');
      reply.header('cache-control', isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  http.answerPage = async (request, reply) => {
    const path = request.url.replace(/\?.*/s, '');
    const isKnown = pages.isKnownPath(path);
    // Programs and subresources get the error format of the API; people get a page that leads on.
    if (!isKnown && !isPageNavigation(request)) return sendNotFound(request, reply);
    const language = readLanguage(request);
    const page = await (isKnown
      ? pages.getPage(request.url, language)
      : pages.getNotFoundPage(path, language));
    reply
      .code(page.status)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie')
      .header('etag', page.etag);
    // Headers of a 304 replace those that the browser cached, so the policy is sent too.
    allowInline(reply, page);
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const encoding = chooseEncoding(request);
    if (encoding === null) return reply.send(await promisify(gunzip)(page.gzip));
    return reply.header('content-encoding', encoding).send(Buffer.from(page[encoding]));
  };
  http.app.addHook('onListen', () => void pages.warmCache());
}

/** Whether a browser navigates to a page: it then accepts HTML, but not for a script, a picture or an API call. */
const isPageNavigation = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') === true;

/** Returns the language of `?lang=`, else the one chosen before, else Persian, like the page itself. */
function readLanguage(request: FastifyRequest): PageLanguage {
  const requested = (request.query as { lang?: unknown }).lang;
  if (requested === 'fa' || requested === 'en') return requested;
  return /(?:^|;\s*)sarraf_language=en(?:;|$)/.test(request.headers.cookie ?? '') ? 'en' : 'fa';
}

function chooseEncoding(request: FastifyRequest): 'br' | 'gzip' | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** Allows the inline parts of the page: its style sheets, and the script that runs before the first paint. */
function allowInline(reply: FastifyReply, { styleHashes, scriptHash }: ComposedPage): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  const hashSources = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('');
  reply.header(
    'content-security-policy',
    policy
      .replace("style-src 'self'", (directive) => directive + hashSources(styleHashes))
      .replace(
        "script-src 'self'",
        (directive) => directive + hashSources(scriptHash === null ? [] : [scriptHash]),
      ),
  );
}
