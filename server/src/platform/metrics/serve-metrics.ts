import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

const TIMEOUT_MS = 10_000;
/** Monitoring needs one or two. */
const MAX_CONNECTIONS = 20;

export interface MetricsListener {
  stop(): Promise<void>;
}

/** Serves `GET /metrics`, and nothing else, on a separate port that isn't public. Rejects if it can't listen. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host, log }: { port: number; host: string; log: Log },
): Promise<MetricsListener> {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, keepAliveTimeout: TIMEOUT_MS },
    (request, reply) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        reply.writeHead(404).end();
        return;
      }
      metrics.renderText().then(
        (text) => reply.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        (err: unknown) => {
          log.error({ area: 'metrics', err }, 'failed to write metrics');
          reply.writeHead(500).end();
        },
      );
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await once(server.listen(port, host), 'listening');
  server.on('error', (err) => log.warn({ area: 'metrics', err }, 'error on the metrics port'));
  return {
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
