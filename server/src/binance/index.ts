/** Binance's spot API, for tools that use it: the same calls as ours, with its paths and its field names. */
import type { ProgramTerms } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import { NETWORKS_PATH, PREFIX } from './form/calls.ts';
import { PUBLIC_CALLS } from './public-calls.ts';
import { addRoutes, COMBINED_PATH, RAW_PATH, WS_API_PATH } from './routes.ts';
import { SIGNED_CALLS } from './signed-calls.ts';

export { buildFormDocument } from './form/document.ts';

export const createBinanceForm = (deps: Parameters<typeof addRoutes>[2]) => ({
  routes: (http: Http, stream: Stream) => addRoutes(http, stream, deps),
});

/** Supported calls, as listed for developers. */
export const BINANCE_CALLS: ProgramTerms['binance'] = [
  ...Object.keys(PUBLIC_CALLS).map((path) => ({
    method: 'GET',
    path: `${PREFIX}/${path}`,
    permission: null,
  })),
  ...Object.entries(SIGNED_CALLS).map(([name, { permission }]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path: `${PREFIX}/${path}`, permission };
  }),
  { method: 'GET', path: NETWORKS_PATH, permission: 'READ' },
  { method: 'WS', path: WS_API_PATH, permission: 'READ' },
  { method: 'WS', path: RAW_PATH, permission: null },
  { method: 'WS', path: COMBINED_PATH, permission: null },
];
