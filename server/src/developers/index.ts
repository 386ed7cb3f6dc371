/** Facts that programs need before they call, read from what the server itself uses: nothing is typed a second time. */
import { ERRORS, type ErrorCode, STATUS } from '@sarraf/domain';
import {
  MAX_CANCEL_AFTER_S,
  MAX_IN_BATCH,
  MAX_KEY_ADDRESSES,
  MAX_PROGRAM_KEYS,
  MIN_NOTICE_MONTHS,
  PROGRAM_RATES,
  type ProgramTerms,
  programTerms,
} from '@sarraf/domain/contracts';
import type { Config } from '../platform/config/config.ts';
import { listRefusals } from '../platform/http/api-documents/refusals.ts';
import type { Http } from '../platform/http/http.ts';
import { MARKET_MAKER_RATE_FACTOR } from '../platform/http/keys/key-rates.ts';
import { SIGNATURE_WINDOW_MS } from '../platform/http/keys/signed-text.ts';
import { API_PREFIX } from '../platform/http/own-calls.ts';
import { MAX_STREAMS_PER_USER } from '../platform/http/stream/people.ts';
import { MAX_CHANNELS } from '../platform/http/stream/stream.ts';
import { MAX_OPEN_ORDERS } from '../trading/index.ts';

const OK = { status: 'OK', message: 'OK' } as const;

interface Deps {
  config: Pick<Config, 'rates' | 'RATE_ORDERS_OF_ONE'>;
  /** Calls of the API in Binance's format. */
  binance: ProgramTerms['binance'];
}

export const createDevelopers = (deps: Deps) => ({
  routes(http: Http): void {
    let terms: ProgramTerms;
    http.app.addHook('onReady', async () => {
      terms = buildTerms(deps, http.endpoints);
    });
    http.route(programTerms, async () => ({ ...OK, baseDTO: terms }));
  },
});

function buildTerms({ config, binance }: Deps, endpoints: Http['endpoints']): ProgramTerms {
  const [openOrders, allOpenOrders] = MAX_OPEN_ORDERS.person;
  return {
    rates: PROGRAM_RATES.map((rate) => {
      const { max, windowMs } = config.rates[rate];
      return { rate, most: max, seconds: windowMs / 1000 };
    }),
    marketMakerTimes: MARKET_MAKER_RATE_FACTOR,
    ordersPerSecond: config.RATE_ORDERS_OF_ONE,
    signatureWindow: SIGNATURE_WINDOW_MS,
    keys: MAX_PROGRAM_KEYS,
    keyAddresses: MAX_KEY_ADDRESSES,
    openOrders,
    allOpenOrders,
    batch: MAX_IN_BATCH,
    cancelAfter: MAX_CANCEL_AFTER_S,
    channels: MAX_CHANNELS,
    streams: MAX_STREAMS_PER_USER,
    noticeMonths: MIN_NOTICE_MONTHS,
    deprecated: endpoints.flatMap(({ method, path, deprecated }) =>
      deprecated
        ? [
            {
              call: `${method} ${API_PREFIX}${path}`,
              sinceDate: deprecated.since,
              untilDate: deprecated.until,
            },
          ]
        : [],
    ),
    errors: listErrors(endpoints),
    binance,
  };
}

/** Returns refusals in the order of their table. */
function listErrors(endpoints: Http['endpoints']): ProgramTerms['errors'] {
  const usedCodes = new Set<ErrorCode>();
  for (const endpoint of endpoints) {
    if (!isProgramEndpoint(endpoint)) continue;
    for (const codes of listRefusals(endpoint).values()) for (const code of codes) usedCodes.add(code);
  }
  return Object.entries(ERRORS).flatMap(([code, status]) =>
    usedCodes.has(code as ErrorCode) ? [{ code, status, httpStatus: STATUS[status] }] : [],
  );
}

const isProgramEndpoint = ({ access, method, permission, apiKey }: Http['endpoints'][number]): boolean =>
  permission !== undefined || apiKey === true || (access === 'public' && method === 'GET');
