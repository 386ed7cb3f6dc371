import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { type MetricsListener, serveMetrics } from '../../platform/metrics/serve-metrics.ts';
import { toPortError } from '../../platform/start/check-port.ts';

type Settings = Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>;

/** Creates the metrics; null: no metrics port is set, and nothing is counted. */
export const openMetrics = ({ METRICS_PORT }: Settings, log: Log): Metrics | null =>
  METRICS_PORT === undefined ? null : new Metrics(log);

/** @throws StartError when the port can't be opened: the operator who set it relies on it. */
export const serveServerMetrics = (
  settings: Settings,
  metrics: Metrics,
  log: Log,
): Promise<MetricsListener> =>
  serveMetrics(metrics, { ...toHostPort(settings), log }).catch((error: unknown) => {
    const { host, port } = toHostPort(settings);
    throw toPortError(error, { HOST: host, PORT: port }, 'METRICS_');
  });

/** Serves at the next port. The worker works without it, too: then monitoring reports that it is missing. */
export const serveWorkerMetrics = (
  settings: Settings,
  metrics: Metrics,
  log: Log,
): Promise<MetricsListener | null> => {
  const { host, port } = toHostPort(settings);
  return serveMetrics(metrics, { host, port: port + 1, log }).catch((err: unknown) => {
    log.error({ area: 'metrics', err }, 'the worker serves no metrics');
    return null;
  });
};

const toHostPort = ({ METRICS_PORT: port = 0, METRICS_HOST: host }: Settings) => ({ host, port });
