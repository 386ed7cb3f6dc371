import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { backofficeDocument } from '@sarraf/domain/contracts';
import type { Config } from '../../config/config.ts';
import { API_PREFIX, type Http } from '../http.ts';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';
import { viewerPage } from './viewer-page.ts';

const DOCS = `${API_PREFIX}/docs`;
const JSON_TYPE = 'application/json; charset=utf-8';
/** The one release of Swagger UI that comes without a script that calls home when it is installed. */
const SWAGGER_UI = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
const SHOWN = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);

/**
 * How the API describes itself: `/api/docs` for people, `/api/docs/json` and `/api/docs/asyncapi.json` for programs, and what
 * staff may call for staff alone. All of it is made once, when every endpoint is known.
 */
export async function addApiDocuments(
  http: Http,
  { config, name }: { config: Pick<Config, 'PUBLIC_URL' | 'sandbox'>; name: string },
): Promise<void> {
  const settings = { name, publicUrl: config.PUBLIC_URL };
  const texts = { public: '', staff: '', stream: '', page: viewerPage(name, DOCS) };
  http.app.addHook('onReady', async () => {
    const served = http.endpoints.filter(({ access }) => access !== 'sandbox' || config.sandbox);
    texts.public = JSON.stringify(openApi(served, 'public', settings));
    texts.staff = JSON.stringify(openApi(served, 'staff', settings));
    texts.stream = JSON.stringify(asyncApi(settings));
  });
  const give = (path: string, type: string, text: () => string) =>
    http.app.get(path, async (_request, reply) => reply.type(type).send(text()));
  give(`${DOCS}/json`, JSON_TYPE, () => texts.public);
  give(`${DOCS}/asyncapi.json`, JSON_TYPE, () => texts.stream);
  give(DOCS, 'text/html; charset=utf-8', () => texts.page);
  http.route(backofficeDocument, ({ reply }) => reply.type(JSON_TYPE).send(texts.staff));
  await http.app.register(fastifyStatic, {
    root: [join(import.meta.dirname, 'viewer'), SWAGGER_UI],
    prefix: `${DOCS}/static/`,
    decorateReply: false,
    allowedPath: (path) => SHOWN.has(path) || path.startsWith('/viewer.'),
  });
}
