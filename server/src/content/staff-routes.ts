import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { ContentDeps } from './deps.ts';
import { figuresLanguageOf, fillFiguresInHtml } from './figures.ts';
import { readArticle, readArticles } from './read-articles.ts';
import { inspectHtml } from './sanitise.ts';
import { saveArticle } from './save-article.ts';
import { readExchangeInfo, saveExchangeInfo } from './save-exchange-info.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addContentStaffRoutes(http: Http, deps: ContentDeps): void {
  http.route(contract.articles, async ({ query }) => ({ ...OK, ...(await readArticles(deps, query)) }));
  http.route(contract.article, async ({ params }) => ({ ...OK, baseDTO: await readArticle(deps, params) }));
  http.route(contract.saveArticle, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await saveArticle(deps, caller.userId, params, body),
  }));
  http.route(contract.articleFigures, async ({ query }) => {
    const figures = await deps.readFigures(figuresLanguageOf(query.language));
    return { ...OK, content: [...figures].map(([name, value]) => ({ name, value })) };
  });
  http.route(contract.previewArticle, async ({ body: { body, language } }) => {
    const html = language
      ? fillFiguresInHtml(body, await deps.readFigures(figuresLanguageOf(language)))
      : body;
    return { ...OK, baseDTO: inspectHtml(html) };
  });
  http.route(contract.staffExchangeInfo, async () => ({ ...OK, content: await readExchangeInfo(deps) }));
  http.route(contract.saveExchangeInfo, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await saveExchangeInfo(deps, caller.userId, params.language, body),
  }));
}
