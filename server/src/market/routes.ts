import { ALL_ASSETS, AppError, type Coin, isCoin } from '@sarraf/domain';
import {
  type CoinSources,
  coinDetails as coinDetailsEndpoint,
  coins as coinsEndpoint,
  exchangePriceUsd,
  exchangePriceUsdt,
  priceSources,
  priceUsd,
  type QueryOf,
  supportingCoins,
} from '@sarraf/domain/contracts';
import type { FastifyReply } from 'fastify';
import type { Context, Http } from '../platform/http/http.ts';
import { type CoinCatalog, listCoinDetails, toSupportedCoin } from './coins.ts';
import type { ListName, Publication } from './price-lists.ts';

interface Deps {
  publication(): Publication;
  book(): CoinCatalog;
  sources(): CoinSources[];
}

type PriceEndpoint = typeof exchangePriceUsd | typeof exchangePriceUsdt | typeof priceUsd;

export function addRoutes(http: Http, deps: Deps): void {
  addPriceRoute(http, exchangePriceUsd, 'TOMAN', deps);
  addPriceRoute(http, exchangePriceUsdt, 'TETHER', deps);
  addPriceRoute(http, priceUsd, 'DOLLAR', deps);

  const supported = ALL_ASSETS.map(toSupportedCoin);
  const byCode = Object.fromEntries(supported.map((coin) => [coin.coin, coin]));
  http.route(coinsEndpoint, () => ({ status: 'OK' as const, message: 'coins', content: supported }));
  http.route(supportingCoins, () => byCode);

  http.route(priceSources, () => ({
    status: 'OK' as const,
    message: 'price sources',
    content: deps.sources(),
  }));

  // Constant until the rows are loaded again, so it is serialised once per catalogue.
  const texts = new WeakMap<CoinCatalog, Buffer>();
  http.route(coinDetailsEndpoint, ({ reply }) => {
    const catalog = deps.book();
    const ready =
      texts.get(catalog) ??
      Buffer.from(JSON.stringify({ status: 'OK', message: 'coins', content: listCoinDetails(catalog) }));
    texts.set(catalog, ready);
    return sendJson(reply, ready);
  });
}

/** Adds a price list. Errors: BAD_REQUEST (toCurrencies: a code of no coin). */
function addPriceRoute(http: Http, endpoint: PriceEndpoint, list: ListName, deps: Deps): void {
  http.route(endpoint, ({ query, reply }: Context<PriceEndpoint>) => {
    const weekly = query.includeWeeklyChange ?? false;
    const change = query.include24hrChange ?? true;
    const publication = deps.publication();
    if (query.toCurrencies === undefined && change) return sendJson(reply, publication.text(list, weekly));
    return publication.rows(list, { coins: parseRequestedCoins(query), weekly, change });
  });
}

function parseRequestedCoins({ toCurrencies }: QueryOf<PriceEndpoint>): Coin[] | null {
  if (toCurrencies === undefined) return null;
  const codes = toCurrencies.split(',').map((code) => code.trim());
  if (!codes.every(isCoin)) throw new AppError('BAD_REQUEST', { errors: ['toCurrencies'] });
  return codes;
}

const sendJson = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(bytes);
