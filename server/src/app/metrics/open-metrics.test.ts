import { expect, it } from 'vitest';
import { findFreePort } from '../../../test/running-server.ts';
import { createLog } from '../../platform/log.ts';
import { StartError } from '../../platform/start-error.ts';
import { openMetrics, serveServerMetrics, serveWorkerMetrics } from './open-metrics.ts';

const log = createLog('silent');
const METRICS_HOST = '127.0.0.1';

it('openMetrics counts nothing if no metrics port is set', () => {
  expect(openMetrics({ METRICS_HOST }, log)).toBeNull();
});

it('a port in use stops the server’s start with a readable error, but not the worker', async () => {
  const METRICS_PORT = await findFreePort();
  const settings = { METRICS_HOST, METRICS_PORT };
  const metrics = openMetrics(settings, log);
  if (!metrics) throw new Error('none');
  const first = await serveServerMetrics(settings, metrics, log);
  const startError = await serveServerMetrics(settings, metrics, log).catch((error: unknown) => error);
  expect(startError).toBeInstanceOf(StartError);
  expect((startError as Error).message).toMatch(
    /METRICS_PORT: something listens on port \d+ of 127\.0\.0\.1/,
  );
  expect(await serveWorkerMetrics({ ...settings, METRICS_PORT: METRICS_PORT - 1 }, metrics, log)).toBeNull();
  await first.stop();
});
