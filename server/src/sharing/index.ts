/** Content for other sites and machines: site map, robots, pictures of shared links, the app's manifest. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ScreenList } from '../platform/drawing/page.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { ICONS, IconRenderer } from './icons.ts';
import { buildManifest } from './manifest.ts';
import { SharePictureRenderer } from './pictures.ts';
import { buildSiteMap } from './site-map.ts';

export interface SharingDeps {
  webRoot: string;
  publicUrl: string;
  brandNow: () => Brand;
  log: Log;
}

const HOUR = 3_600;
const MINUTE = 60;

export function addSharing(http: Http, deps: SharingDeps): void {
  const { webRoot, brandNow, log } = deps;
  const publicUrl = deps.publicUrl.replace(/\/$/, '');
  const screenListPath = join(webRoot, 'screens.json');
  if (!existsSync(screenListPath)) return;
  const { pages }: ScreenList = JSON.parse(readFileSync(screenListPath, 'utf8'));
  const icons = new IconRenderer(brandNow, (address) => http.app.inject({ url: address }));
  const pictures = new SharePictureRenderer({
    webRoot,
    publicUrl,
    readPage: http.callAsVisitor,
    brandNow,
    icons,
  });
  const sendCached = (reply: FastifyReply, type: string, seconds: number, body: string | Buffer) =>
    reply.type(type).header('cache-control', `public, max-age=${seconds}`).send(body);

  http.app.get('/robots.txt', async (_, reply) =>
    sendCached(reply, 'text/plain; charset=utf-8', HOUR, buildRobotsText(publicUrl)),
  );
  http.app.get('/.well-known/security.txt', async (request, reply) => {
    const { status, body } = await http.callAsVisitor('/api/exchange-info', 'en');
    const email: string = status === 200 ? JSON.parse(body).content[0]?.email : '';
    if (!email) return replyNotFound(request, reply);
    return sendCached(reply, 'text/plain; charset=utf-8', HOUR, buildSecurityText(email, publicUrl));
  });
  http.app.get('/sitemap.xml', async (_, reply) =>
    sendCached(
      reply,
      'application/xml; charset=utf-8',
      HOUR,
      await buildSiteMap(pages, publicUrl, http.callAsVisitor),
    ),
  );
  http.app.get('/manifest.webmanifest', async (request, reply) => {
    const { lang } = request.query as { lang?: unknown };
    const manifest = buildManifest(brandNow(), lang === 'en' ? 'en' : 'fa');
    return sendCached(reply, 'application/manifest+json; charset=utf-8', HOUR, JSON.stringify(manifest));
  });
  http.app.get('/icons/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    if (name === 'mark.svg') return sendCached(reply, 'image/svg+xml', HOUR, icons.renderMark());
    if (!Object.hasOwn(ICONS, name)) return replyNotFound(request, reply);
    return sendCached(reply, 'image/png', HOUR, await icons.getIcon(name as keyof typeof ICONS));
  });
  http.app.get('/share/:language/:name', async (request, reply) => {
    const { language, name } = request.params as { language: string; name: string };
    const isKnownLanguage = language === 'fa' || language === 'en';
    try {
      const picture = isKnownLanguage ? await pictures.getPicture(language, name) : null;
      return picture ? sendCached(reply, 'image/png', MINUTE, picture) : replyNotFound(request, reply);
    } catch (error) {
      log.warn({ area: 'sharing', err: error }, 'a picture could not be rendered');
      return reply.code(503).header('retry-after', '10').header('cache-control', 'no-store').send();
    }
  });
}

const replyNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').send();

/** Crawlers may read personal pages, which declare themselves noindex, and the API, which pages render from. */
const buildRobotsText = (publicUrl: string): string => `User-agent: *
Disallow: /backoffice
Disallow: /sandbox
Disallow: /api/docs

Sitemap: ${publicUrl}/sitemap.xml
`;

const EXPIRES_MS = 180 * 86_400_000;

/** Contact for security reports (RFC 9116); it expires half a year after each request. */
const buildSecurityText = (email: string, publicUrl: string): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(Date.now() + EXPIRES_MS).toISOString()}`,
    'Preferred-Languages: fa, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
