import { buildFormDocument } from '../binance/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { addApiDocuments } from '../platform/http/api-documents/index.ts';
import type { WriterForwarder } from '../platform/http/forward.ts';
import type { Http } from '../platform/http/http.ts';
import { Stream } from '../platform/http/stream/stream.ts';
import type { Replicas } from '../platform/reads/replicas.ts';
import type { Version } from '../platform/version.ts';
import { addCapabilityRoutes, type Capabilities } from './capabilities.ts';
import type { Infrastructure } from './foundations.ts';
import { addHealthRoutes, readReadiness } from './health.ts';
import { addStatusRoute } from './status.ts';

/**
 * Adds everything that the product serves except its pages: each endpoint, the stream, the API's documents and its
 * health.
 */
export async function addApi(
  http: Http,
  capabilities: Capabilities,
  {
    config,
    clock,
    bus,
    ledger,
    version,
    forwarding,
    replicas = null,
    counted,
  }: Pick<Infrastructure, 'config' | 'clock' | 'bus' | 'counted'> & {
    ledger: Ledger;
    version: Version;
    forwarding?: WriterForwarder | undefined;
    replicas?: Replicas | null;
  },
): Promise<Stream> {
  await addApiDocuments(http, {
    config,
    name: capabilities.brand.getBrand().name.en,
    more: { 'v3.json': buildFormDocument },
  });
  const stream = new Stream(http, capabilities.identity.authenticate, {
    mostPerAddress: config.CONNECTIONS_PER_ADDRESS,
    now: clock.now,
    ownOrigin: new URL(config.PUBLIC_URL).origin,
    onClose: counted?.onClose,
    bus,
  });
  addHealthRoutes(http, { ledger, forwarding, replicas, version });
  addStatusRoute(http, {
    ...capabilities,
    clock,
    canSettle: async () => (await readReadiness(ledger, forwarding)).ready,
  });
  addCapabilityRoutes(http, stream, bus, capabilities);
  return stream;
}
