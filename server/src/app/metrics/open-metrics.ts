import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { type MetricsListener, serveMetrics } from '../../platform/metrics/serve-metrics.ts';
import { portError } from '../../platform/start/check-port.ts';

type Settings = Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>;

/** Null: nobody asks for figures, and nothing is counted. */
export const openMetrics = ({ METRICS_PORT }: Settings, log: Log): Metrics | null =>
  METRICS_PORT === undefined ? null : new Metrics(log);

/** @throws StartError where nothing can listen there: whoever set it up counts on being told by it. */
export const serveServerMetrics = (
  settings: Settings,
  metrics: Metrics,
  log: Log,
): Promise<MetricsListener> =>
  serveMetrics(metrics, { ...placeOf(settings), log }).catch((error: unknown) => {
    const { host, port } = placeOf(settings);
    throw portError(error, { HOST: host, PORT: port }, 'METRICS_');
  });

/** At the next port. The worker works without, too: then monitoring says that it isn't there. */
export const serveWorkerMetrics = (
  settings: Settings,
  metrics: Metrics,
  log: Log,
): Promise<MetricsListener | null> => {
  const { host, port } = placeOf(settings);
  return serveMetrics(metrics, { host, port: port + 1, log }).catch((err: unknown) => {
    log.error({ area: 'metrics', err }, 'the worker shows no figures');
    return null;
  });
};

const placeOf = ({ METRICS_PORT: port = 0, METRICS_HOST: host }: Settings) => ({ host, port });
