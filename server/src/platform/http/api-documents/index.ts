import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { backofficeDocument } from '@sarraf/domain/contracts';
import type { Config } from '../../config/config.ts';
import type { Http } from '../http.ts';
import { API_PREFIX } from '../own-calls.ts';
import { buildAsyncApi } from './asyncapi.ts';
import { buildOpenApi, type DocumentSettings } from './openapi.ts';
import { renderViewerPage } from './viewer-page.ts';

const DOCS = `${API_PREFIX}/docs`;
const JSON_TYPE = 'application/json; charset=utf-8';
/** The one distribution of Swagger UI without an install script that sends telemetry. */
const SWAGGER_UI = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
const SERVED_FILES = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);

/** Files that the viewer reads from any origin. */
const FOR_ALL_ORIGINS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/**
 * Serves the API's documents: `/api/docs` for people, `/api/docs/json` and `/api/docs/asyncapi.json` for programs,
 * and those of the back office for staff alone. They are built once, after all endpoints are registered.
 */
export async function addApiDocuments(
  http: Http,
  {
    config,
    name,
    more = {},
  }: {
    config: Pick<Config, 'PUBLIC_URL' | 'sandbox'>;
    name: string;
    /** Documents of other forms of the API, by file name. */
    more?: Readonly<Record<string, (settings: DocumentSettings) => object>>;
  },
): Promise<void> {
  const settings = { name, publicUrl: config.PUBLIC_URL };
  const texts = { public: '', staff: '', stream: '', page: renderViewerPage(name, DOCS, config.sandbox) };
  http.app.addHook('onReady', async () => {
    const served = http.endpoints.filter(({ access }) => access !== 'sandbox' || config.sandbox);
    texts.public = JSON.stringify(buildOpenApi(served, 'public', settings));
    texts.staff = JSON.stringify(buildOpenApi(served, 'staff', settings));
    texts.stream = JSON.stringify(buildAsyncApi(settings));
  });
  const serveText = (path: string, type: string, text: () => string, headers: Record<string, string> = {}) =>
    http.app.get(path, async (_request, reply) => reply.headers(headers).type(type).send(text()));
  // The viewer is third-party code. In production its sandbox gives it an opaque origin, without our tokens and
  // storage, from which it can read public files only.
  const sandboxPolicy = config.sandbox ? [] : ['sandbox allow-scripts allow-popups'];
  const policy = { 'content-security-policy': [...sandboxPolicy, ...VIEWER_POLICY].join('; ') };
  serveText(`${DOCS}/json`, JSON_TYPE, () => texts.public, FOR_ALL_ORIGINS);
  serveText(`${DOCS}/asyncapi.json`, JSON_TYPE, () => texts.stream);
  for (const [file, build] of Object.entries(more)) {
    const text = JSON.stringify(build(settings));
    serveText(`${DOCS}/${file}`, JSON_TYPE, () => text, FOR_ALL_ORIGINS);
  }
  serveText(DOCS, 'text/html; charset=utf-8', () => texts.page, policy);
  http.route(backofficeDocument, ({ reply }) => reply.type(JSON_TYPE).send(texts.staff));
  await http.app.register(fastifyStatic, {
    root: [join(import.meta.dirname, 'viewer'), SWAGGER_UI],
    prefix: `${DOCS}/static/`,
    decorateReply: false,
    setHeaders: (reply) => void reply.headers(FOR_ALL_ORIGINS),
    allowedPath: (path) => SERVED_FILES.has(path) || path.startsWith('/viewer.'),
  });
}
