import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Collector, startCollector } from '../../../test/otlp-collector.ts';
import { createLog } from '../../platform/log.ts';
import { openTraces } from './open-traces.ts';
import type { TracedWork } from './trace-work.ts';

const outgoing = { all: null, byVendor: {} };
let collector: Collector;
let traced: TracedWork;
beforeEach(async () => {
  collector = await startCollector();
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_TRACES_SAMPLER_ARG: 1,
    outgoing,
  };
  const opened = await openTraces(settings, { log: createLog('silent'), service: 'test', version: '1' });
  if (!opened) throw new Error('none');
  traced = opened;
});
afterEach(() => collector.stop());

const readSpans = async () => {
  // A batch's trace is written after its callers were answered.
  await new Promise((resolve) => setImmediate(resolve));
  await traced.stop();
  expect(collector.errors).toEqual([]);
  return collector.spans;
};

it('no trace is recorded if no collector is set', async () => {
  const options = { log: createLog('silent'), service: 'test', version: '1' };
  expect(await openTraces({ OTEL_TRACES_SAMPLER_ARG: 1, outgoing }, options)).toBeNull();
});

it('a failing job still fails, and its span reports the failure without its message', async () => {
  const failure = new Error('key (email)=(ann@example.com)');
  const [good, bad] = traced.jobs([
    { name: 'good', run: async () => {} },
    { name: 'bad', cron: '* * * * *', run: () => Promise.reject(failure) },
  ]);
  await good?.run({});
  await expect(bad?.run({})).rejects.toBe(failure);
  expect(bad?.cron).toBe('* * * * *');
  expect((await readSpans()).map(({ name, failed }) => [name, failed])).toEqual([
    ['good', false],
    ['bad', true],
  ]);
  expect(collector.bodies.join()).not.toContain('ann@');
});

it('many requests share a batch, each links to it, and a failed batch is recorded as failed', async () => {
  const marks = ['GET /one', 'POST /two'].map((contract) => {
    const request = traced.requests.begin(contract);
    const mark = request?.within(() => traced.commands.createMark());
    request?.end({ id: 'an-id', who: null, status: 503 });
    return mark;
  });
  expect(traced.commands.createMark()).toBeUndefined();
  const takenAt = performance.now();
  const written = { number: 7n, sentAt: takenAt, endedAt: performance.now(), durable: false };
  traced.commands.onBatch({ marks, commands: 3, takenAt, written });
  const spans = await readSpans();
  const of = (name: string) => spans.filter((span) => span.name === name);
  const [batch] = of('ledger batch');
  const requests = [...of('GET /one'), ...of('POST /two')];
  expect(requests).toMatchObject([{ failed: true }, { failed: true }]);
  expect(batch).toMatchObject({
    failed: true,
    attributes: { 'sarraf.batch.number': 7, 'sarraf.batch.commands': 3 },
    links: requests.map(({ traceId, spanId }) => ({ traceId, spanId })),
  });
  expect(of('ledger settle')).toMatchObject(
    requests.map(({ traceId, spanId }) => ({
      traceId,
      parentSpanId: spanId,
      failed: true,
      links: [{ traceId: batch?.traceId, spanId: batch?.spanId }],
    })),
  );
});

it('a refused request has a waiting span, but no batch', async () => {
  const request = traced.requests.begin('POST /orders');
  const marks = [request?.within(() => traced.commands.createMark())];
  traced.commands.onBatch({ marks, commands: 1, takenAt: performance.now(), written: null });
  request?.end({ id: 'an-id', who: 'pseudonym', status: 400 });
  expect((await readSpans()).map(({ name }) => name).sort()).toEqual(['POST /orders', 'ledger queue']);
});
