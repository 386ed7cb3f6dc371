import { formDocument } from '../binance/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { addApiDocuments } from '../platform/http/api-documents/index.ts';
import type { WriterForwarder } from '../platform/http/forward.ts';
import type { Http } from '../platform/http/http.ts';
import { Stream } from '../platform/http/stream/stream.ts';
import type { Replicas } from '../platform/reads/replicas.ts';
import type { Version } from '../platform/version.ts';
import { addRoutes, type Capabilities } from './capabilities.ts';
import type { Infrastructure } from './foundations.ts';
import { addHealth, readinessOf } from './health.ts';
import { addStatus } from './status.ts';

/**
 * Adds everything that the product serves except its pages: each endpoint, the stream, the API's documents and its
 * health.
 */
export async function addApi(
  http: Http,
  parts: Capabilities,
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
    name: parts.brand.brandNow().name.en,
    more: { 'v3.json': formDocument },
  });
  const stream = new Stream(http, parts.identity.authenticate, {
    mostPerAddress: config.CONNECTIONS_PER_ADDRESS,
    now: clock.now,
    ownOrigin: new URL(config.PUBLIC_URL).origin,
    onClose: counted?.onClose,
    bus,
  });
  addHealth(http, { ledger, forwarding, replicas, version });
  addStatus(http, { ...parts, clock, settles: async () => (await readinessOf(ledger, forwarding)).ready });
  addRoutes(http, stream, bus, parts);
  return stream;
}
