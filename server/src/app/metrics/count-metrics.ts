import type { WebhookSender } from '../../company/index.ts';
import type { Mailer, Texter } from '../../messaging/index.ts';
import type { OnJobEnd } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { OnSpans } from '../../platform/traces/bounded-spans.ts';

/** Bucket limits, from imperceptible delays to those that clients give up on. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
const BATCH_COMMANDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** Channels of outgoing messages, as named by the metrics. */
type MessageChannel = 'MAIL' | 'SMS' | 'WEBHOOK';

function defineCountedMetrics(metrics: Metrics) {
  const requests = metrics.createCounter({
    name: 'sarraf_http_requests_total',
    help: 'HTTP responses, by contract and status.',
    labels: ['contract', 'status'],
  });
  const requestSeconds = metrics.createHistogram(
    {
      name: 'sarraf_http_request_seconds',
      help: 'Time until the response to a request, by contract.',
      labels: ['contract'],
    },
    REQUEST_SECONDS,
  );
  const batchCommands = metrics.createHistogram(
    { name: 'sarraf_ledger_batch_commands', help: 'Number of commands in a ledger batch.' },
    BATCH_COMMANDS,
  );
  const batchSeconds = metrics.createHistogram(
    {
      name: 'sarraf_ledger_batch_seconds',
      help: 'Time from sending a ledger batch to the database until it is durable.',
    },
    BATCH_SECONDS,
  );
  const recoveries = metrics.createCounter({
    name: 'sarraf_ledger_recoveries_total',
    help: 'Ledger batches that failed and whose commands were retried.',
  });
  const closes = metrics.createCounter({
    name: 'sarraf_stream_closes_total',
    help: 'Closed streams, by reason: SLOW_READER, the client did not read fast enough; GONE, the client disconnected.',
    labels: ['reason'],
  });
  const jobs = metrics.createCounter({
    name: 'sarraf_jobs_total',
    help: 'Job runs, by job and result: done, or failed (most are retried).',
    labels: ['name', 'result'],
  });
  const messages = metrics.createCounter({
    name: 'sarraf_messages_total',
    help: 'Attempts to send a mail, an SMS or a webhook, by result: sent or failed.',
    labels: ['way', 'result'],
  });
  const spans = metrics.createCounter({
    name: 'sarraf_trace_spans_total',
    help: 'Trace spans, by result: sent, failed (the collector did not accept them), dropped (the queue was full).',
    labels: ['result'],
  });
  const workerEnds = metrics.createCounter({
    name: 'sarraf_worker_ends_total',
    help: 'Restarts of the worker after it died.',
  });
  return {
    requests,
    requestSeconds,
    batchCommands,
    batchSeconds,
    recoveries,
    closes,
    jobs,
    messages,
    spans,
    workerEnds,
  };
}

/** Metrics that are counted as events happen, as options of the counting parts: each takes a microsecond or two. */
export type CountedMetrics = ReturnType<typeof createMetricHooks>;

export function createMetricHooks(metrics: Metrics) {
  const {
    requests,
    requestSeconds,
    batchCommands,
    batchSeconds,
    recoveries,
    closes,
    jobs,
    messages,
    spans,
    workerEnds,
  } = defineCountedMetrics(metrics);

  async function countSending(channel: MessageChannel, send: () => Promise<void>): Promise<void> {
    try {
      await send();
      messages.inc({ way: channel, result: 'sent' });
    } catch (error) {
      messages.inc({ way: channel, result: 'failed' });
      throw error;
    }
  }

  return {
    onAnswer(contract: string, status: number, seconds: number): void {
      requests.inc({ contract, status });
      requestSeconds.observe({ contract }, seconds);
    },
    onBatch(commands: number, seconds: number): void {
      batchCommands.observe(commands);
      batchSeconds.observe(seconds);
    },
    onRecovery: () => recoveries.inc(),
    onClose: (reason: string) => closes.inc({ reason }),
    onJobEnd: ((name, done) => jobs.inc({ name, result: done ? 'done' : 'failed' })) satisfies OnJobEnd,
    onSpans: ((result, count) => spans.inc({ result }, count)) satisfies OnSpans,
    onWorkerEnd: () => workerEnds.inc(),
    mailer: (mailer: Mailer): Mailer => ({
      send: (mail) => countSending('MAIL', () => mailer.send(mail)),
      close: () => mailer.close(),
    }),
    texter: (texter: Texter): Texter => ({
      send: (text) => countSending('SMS', () => texter.send(text)),
      canReach: (mobile) => texter.canReach(mobile),
      close: () => texter.close(),
    }),
    webhooks: (sender: WebhookSender): WebhookSender => ({
      isAllowed: (url) => sender.isAllowed(url),
      async post(url, headers, body) {
        const delivered = await sender.post(url, headers, body);
        const wasAccepted = delivered.status !== null && delivered.status >= 200 && delivered.status < 300;
        messages.inc({ way: 'WEBHOOK', result: wasAccepted ? 'sent' : 'failed' });
        return delivered;
      },
    }),
  };
}
