import { expect, it } from 'vitest';
import { findFreePort } from '../../../test/running-server.ts';
import { letEventLoopRun } from '../../../test/turns.ts';
import { createLog } from '../log.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

const log = createLog('silent');

it.each(['job', 'instance'])('rejects the label %s, which is reserved by Prometheus', (label) => {
  const metrics = new Metrics(log);
  const described = { name: 'a', help: 'a', labels: [label] };
  expect(() => metrics.createCounter(described)).toThrow(`the label ${label} is Prometheus' own`);
  expect(() => metrics.createGauge(described)).toThrow();
  expect(() => metrics.createHistogram(described, [1])).toThrow();
});

it('a metric that cannot be read is omitted and reported, without affecting the others', async () => {
  const metrics = new Metrics(log);
  const good = metrics.createGauge({ name: 'good', help: 'g' });
  const bad = metrics.createGauge({ name: 'bad', help: 'b', labels: ['of'] });
  const plain = metrics.createGauge({ name: 'plain', help: 'p' });
  let fails = false;
  metrics.registerReading('good', [good], () => good.set(7), 0);
  metrics.registerReading(
    'bad',
    [bad, plain],
    async () => {
      if (fails) throw new Error('the database is away');
      bad.set({ of: 'x' }, 1);
      plain.set(1);
    },
    0,
  );
  const before = await metrics.renderText();
  expect(before).toContain('bad{of="x"} 1');
  expect(before).toContain('plain 1');
  expect(before).toContain('sarraf_reading_failed{reading="bad"} 0');
  fails = true;
  const text = await metrics.renderText();
  expect(text).toContain('good 7');
  expect(text).toContain('sarraf_reading_failed{reading="bad"} 1');
  expect(text).not.toMatch(/^(bad\{|plain )/m);
});

it('a slow reading delays no scrape, runs only once at a time, and is included in a later one', async () => {
  const metrics = new Metrics(log);
  const slow = metrics.createGauge({ name: 'slow', help: 's' });
  const gate = Promise.withResolvers<void>();
  let startCount = 0;
  metrics.registerReading('slow', [slow], async () => {
    startCount += 1;
    await gate.promise;
    slow.set(3);
  });
  const [one, two] = await Promise.all([metrics.renderText(), metrics.renderText()]);
  expect(`${one}${two}`).not.toMatch(/^slow /m);
  gate.resolve();
  await letEventLoopRun();
  expect(await metrics.renderText()).toMatch(/^slow 3$/m);
  expect(startCount).toBe(1);
});

it('a metric is read again only after its interval', async () => {
  const metrics = new Metrics(log);
  const count = metrics.createGauge({ name: 'count', help: 'c' });
  let reads = 0;
  metrics.registerReading(
    'count',
    [count],
    () => {
      reads += 1;
      count.set(reads);
    },
    60_000,
  );
  await metrics.renderText();
  expect(await metrics.renderText()).toMatch(/^count 1$/m);
});

it('serves GET /metrics alone, and rejects if the port is in use', async () => {
  const metrics = new Metrics(log);
  const port = await findFreePort();
  const listener = await serveMetrics(metrics, { port, host: '127.0.0.1', log });
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
  expect([await statusOf('/metrics'), await statusOf('/'), await statusOf('/metrics', 'PUT')]).toEqual([
    200, 404, 404,
  ]);
  await expect(serveMetrics(metrics, { port, host: '127.0.0.1', log })).rejects.toThrow('EADDRINUSE');
  await listener.stop();
  await expect(statusOf('/metrics')).rejects.toThrow();
});
