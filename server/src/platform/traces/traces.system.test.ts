import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Collector, startCollector } from '../../../test/otlp-collector.ts';
import { pollUntil } from '../../../test/waiting.ts';
import { createLog } from '../log.ts';
import { Traces, type TracesOptions } from './traces.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const MAX_WAITING = 4_096;

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

const open = (options: Partial<TracesOptions> = {}) =>
  new Traces({
    endpoint: collector.url,
    ratio: 1,
    service: 'test',
    version: '1.2.3',
    log: createLog('silent'),
    ...options,
  });

describe('a trace', () => {
  it('reaches the collector with its spans, their times and their links', async () => {
    const traces = open();
    const other = traces.begin('other');
    const whole = traces.begin('whole', { kind: 'SERVER', attributes: { some: 'word', number: 7 } });
    if (!whole || !other) throw new Error('none');
    expect(traces.running).toBeUndefined();
    await traces.within(whole, async () => {
      await sleep(1);
      expect(traces.running).toBe(whole);
    });
    const at = performance.now() - 500;
    const part = traces.begin('part', { parent: whole, at, links: [other] });
    if (!part) throw new Error('none');
    traces.end(part, { at: at + 250, failed: true });
    traces.end(whole);
    traces.end(other);
    await traces.stop();
    expect(collector.errors).toEqual([]);
    const [sentPart, sentWhole, sentOther] = ['part', 'whole', 'other'].map((name) =>
      collector.spans.find((span) => span.name === name),
    );
    expect(sentWhole).toMatchObject({
      kind: 'SERVER',
      parentSpanId: '',
      attributes: { some: 'word', number: 7 },
      failed: false,
      service: 'test',
    });
    expect(sentPart).toMatchObject({
      kind: 'INTERNAL',
      traceId: sentWhole?.traceId,
      parentSpanId: sentWhole?.spanId,
      links: [{ traceId: sentOther?.traceId, spanId: sentOther?.spanId }],
      failed: true,
    });
    expect(sentOther?.traceId).not.toBe(sentWhole?.traceId);
    const ns = (sentPart?.to ?? 0n) - (sentPart?.from ?? 0n);
    expect(ns > 249_000_000n && ns < 251_000_000n).toBe(true);
    const late = BigInt(Date.now()) * 1_000_000n - (sentPart?.to ?? 0n);
    expect(late > 200_000_000n && late < 60_000_000_000n).toBe(true);
  });

  it('continues the trace of another process, sampled or not as there', async () => {
    const traces = open({ ratio: 0 });
    const span = traces.begin('kept', { parent: `00-${TRACE}-b7ad6b7169203331-01` });
    expect(span && traces.formatTraceparent(span)).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    if (span) traces.end(span);
    expect(open().begin('left out', { parent: `00-${TRACE}-b7ad6b7169203331-00` })).toBeNull();
    await traces.stop();
    expect(collector.spans).toMatchObject([{ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' }]);
  });

  it.each(['', 'nonsense', `00-${TRACE}-0000000000000000-01`, `ff-${TRACE}-b7ad6b7169203331-01`, '00-x'])(
    'starts a new trace if the traceparent is invalid: %j',
    (parent) => {
      const span = open().begin('new', { parent });
      expect(span && span.spanContext().traceId !== TRACE).toBe(true);
    },
  );

  it('is sampled by the ratio, except for parts of sampled traces', () => {
    const none = open({ ratio: 0 });
    expect(none.begin('x')).toBeNull();
    expect(none.begin('x', { always: true })).not.toBeNull();
    const some = open({ ratio: 0.25 });
    const sampledSpans = Array.from({ length: 4_000 }, () => some.begin('x')).filter((span) => span !== null);
    expect(sampledSpans.length).toBeGreaterThan(800);
    expect(sampledSpans.length).toBeLessThan(1_200);
  });
});

describe.each(['REFUSE', 'HANG'] as const)('a collector that fails with %s', (answer) => {
  it('loses spans, is logged once, and delays no stop', async () => {
    collector.answer = answer;
    const lost: string[] = [];
    const lines: string[] = [];
    const log = createLog('warn', { write: (line: string) => lines.push(line) } as never);
    let dropped = 0;
    const traces = open({
      log,
      onSpans(result, count) {
        lost.push(result);
        if (result === 'dropped') dropped += count;
      },
    });
    for (let i = 0; i < 3 * MAX_WAITING; i += 1) {
      const span = traces.begin('x', { attributes: { number: i } });
      if (span) traces.end(span);
    }
    expect(dropped).toBe(2 * MAX_WAITING);
    await pollUntil(async () => lines.length > 0, 10_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('traces are not sent');
    // A hanging collector would delay it forever.
    await traces.stop();
    expect(lost).not.toContain('sent');
    expect(collector.spans).toEqual([]);
  });
});

it('exports new spans once the collector is available again', async () => {
  collector.answer = 'REFUSE';
  const results = new Map<string, number>();
  const traces = open({
    onSpans: (result, count) => results.set(result, (results.get(result) ?? 0) + count),
  });
  const say = (name: string) => {
    const span = traces.begin(name);
    if (span) traces.end(span);
  };
  say('before');
  // It retries for ten seconds.
  await pollUntil(async () => results.get('failed') === 1, 30_000);
  collector.answer = 'TAKE';
  say('after');
  await traces.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['after']);
  expect(Object.fromEntries(results)).toEqual({ failed: 1, sent: 1 });
});
