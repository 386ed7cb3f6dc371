import type { Span } from '@opentelemetry/api';
import type { BatchReport, CommandTraces } from '../../ledger/index.ts';
import type { RequestTrace, RequestTraces } from '../../platform/http/request-traces.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Traces } from '../../platform/traces/traces.ts';

/** Maximum number of links of a batch; more are of no use. */
const MAX_LINKS = 128;

/** Traces of work, as options of the traced parts; null: tracing is off. */
export type TracedWork = ReturnType<typeof traceWork>;

/** Mark of a command, as the ledger returns it. */
interface CommandMark {
  /** Span of the request or job that submitted it. */
  span: Span;
  queuedAt: number;
}

export function traceWork(traces: Traces) {
  return {
    requests: traceRequests(traces),
    commands: traceCommands(traces),
    /** A job's span starts a trace of its own: the one that enqueued it may have ended long ago. */
    jobs: (jobs: Job[]): Job[] => jobs.map((job) => traceJob(traces, job)),
    stop: () => traces.stop(),
  };
}

/** Named by OpenTelemetry's conventions for HTTP; `web` and `unknown` have no path that could be named. */
function traceRequests(traces: Traces): RequestTraces {
  return {
    begin(contract, parent) {
      const [method, route] = contract.split(' ');
      const span = traces.begin(contract, {
        kind: 'SERVER',
        parent,
        attributes: route === undefined ? {} : { 'http.request.method': method, 'http.route': route },
      });
      return span && createRequestTrace(traces, span, contract);
    },
  };
}

const createRequestTrace = (traces: Traces, span: Span, contract: string): RequestTrace => ({
  within: (work) => traces.within(span, work),
  withTraceparent(work) {
    const forwardSpan = traces.begin(`pass on ${contract}`, { kind: 'CLIENT', parent: span }) ?? span;
    // A refusal by the other process is a reply too; a missing reply shows in the response sent here.
    return work(traces.formatTraceparent(forwardSpan)).finally(() => traces.end(forwardSpan));
  },
  end({ id, who, status }) {
    span.setAttribute('http.response.status_code', status).setAttribute('sarraf.request.id', id);
    if (who !== null) span.setAttribute('enduser.pseudo.id', who);
    traces.end(span, { failed: status >= 500 });
  },
});

function traceJob(traces: Traces, job: Job): Job {
  return {
    ...job,
    async run(payload) {
      const span = traces.begin(job.name, { attributes: { 'sarraf.job.name': job.name } });
      if (span === null) return job.run(payload);
      let hasFailed = true;
      try {
        await traces.within(span, () => job.run(payload));
        hasFailed = false;
      } finally {
        traces.end(span, { failed: hasFailed });
      }
    },
  };
}

/**
 * A batch is shared by many requests, so it is a trace of its own, with links to those it settled; each of them has
 * a span of the batch with its number and a link back.
 */
const traceCommands = (traces: Traces): CommandTraces => ({
  createMark(): CommandMark | undefined {
    const span = traces.running;
    return span && { span, queuedAt: performance.now() };
  },
  onBatch(batch) {
    // Runs after the callers were answered.
    setImmediate(() => {
      const marks = batch.marks as readonly CommandMark[];
      for (const { span: parent, queuedAt: at } of marks)
        endSpanAt(traces, traces.begin('ledger queue', { parent, at }), batch.takenAt);
      if (batch.written) traceWrittenBatch(traces, marks, { ...batch, ...batch.written });
    });
  },
});

function traceWrittenBatch(
  traces: Traces,
  marks: readonly CommandMark[],
  {
    number,
    commands,
    takenAt: at,
    sentAt,
    endedAt,
    durable,
  }: BatchReport & NonNullable<BatchReport['written']>,
): void {
  const attributes = { 'sarraf.batch.number': Number.parseInt(`${number}`, 10) };
  const batch = traces.begin('ledger batch', {
    at,
    always: true,
    links: marks.slice(0, MAX_LINKS).map(({ span }) => span),
    attributes: { ...attributes, 'sarraf.batch.commands': commands },
  });
  if (batch === null) return;
  const statement = traces.begin('settle', {
    kind: 'CLIENT',
    parent: batch,
    at: sentAt,
    attributes: { 'db.system.name': 'postgresql' },
  });
  endSpanAt(traces, statement, endedAt, !durable);
  endSpanAt(traces, batch, endedAt, !durable);
  for (const { span: parent } of marks)
    endSpanAt(
      traces,
      traces.begin('ledger settle', { parent, at, attributes, links: [batch] }),
      endedAt,
      !durable,
    );
}

function endSpanAt(traces: Traces, span: Span | null, at: number, failed = false): void {
  if (span) traces.end(span, { at, failed });
}
