import { buildBrandStyles, PRODUCT_BRAND } from '@sarraf/domain';
import { prerender } from 'react-dom/static';
import { App } from '../../app.tsx';
import { getBrand, hydrateBrand } from '../../lib/brand.ts';
import { hydratePrefetchedReplies } from '../../lib/queries/public-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { NOT_FOUND, SERVER_RENDERED_ROUTES } from '../../routes.tsx';
import { loadLanguage } from '../i18n/messages.ts';
import { setServerLocation } from '../navigation/history.ts';
import type { RouteRecord } from '../navigation/route-record.ts';
import { buildHead, type RenderRequest, type ScreenHead } from './head.ts';
import { findPage } from './pages.ts';

/** Entry point of the server's rendering thread: this module is built for Node and runs without a browser. */
export { generalHead } from './head.ts';
export { pathsOf, screenNeedsOf } from './needs.ts';
export { partPatterns, routePatterns } from './route-patterns.ts';

export interface RenderedPage extends ScreenHead {
  html: string;
  /** CSS rules that replace style attributes. */
  ownStyles: string;
}

/** Returns, by path pattern, the module whose styles a page uses, and its variants. */
export const pageList = () =>
  [...SERVER_RENDERED_ROUTES, NOT_FOUND].map(({ path, drawn, variants }: RouteRecord) => ({
    pattern: path,
    module: `src/pages/${drawn}.tsx`,
    ...(variants && { variants }),
  }));

/** Disables streaming in chunks that a script would have to move into position. */
const WITHOUT_CHUNKS = { progressiveChunkSize: Number.MAX_SAFE_INTEGER };

/** Renders a page as it is before any script runs. One call at a time: location, language and data are module state. */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { path, search, language, replies } = request;
  queryClient.clear();
  await loadLanguage(language);
  hydratePrefetchedReplies(language, replies);
  hydrateBrand(replies['/api/brand']);
  setServerLocation(path, search && `?${search}`);
  await (findPage(path) ?? NOT_FOUND).page.preload();
  const { prelude } = await prerender(<App />, { ...WITHOUT_CHUNKS, onError: rethrow });
  const html = await new Response(prelude).text();
  const extracted = removeInlineCode(html, path);
  const ownStyles = buildBrandStyles(getBrand(), PRODUCT_BRAND) + extracted.ownStyles;
  return { ...buildHead(request), html: extracted.html, ownStyles };
}

/** A page with a part that could not be rendered is not sent. */
function rethrow(error: unknown): never {
  throw error;
}

/**
 * The content security policy allows neither inline scripts nor style attributes: removes React's only script,
 * which just takes a time, and turns each distinct style into a rule of the page's own style sheet.
 */
function removeInlineCode(html: string, path: string): { html: string; ownStyles: string } {
  if (/<template id="[BP]:/.test(html)) throw new Error(`the first screen of ${path} waits for something`);
  const rules = new Map<string, number>();
  const cleaned = html
    .replaceAll(/<script>[\s\S]*?<\/script>/g, '')
    .replaceAll(/ style="([^"]*)"/g, (_, style) => {
      const rule = rules.get(style) ?? rules.size;
      rules.set(style, rule);
      return ` data-drawn="${rule}"`;
    });
  const decodeAttribute = (style: string) =>
    style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  const ownStyles = [...rules]
    .map(([style, rule]) => `[data-drawn="${rule}"]{${decodeAttribute(style)}}`)
    .join('');
  return { html: cleaned, ownStyles };
}
