import type { WebhookSender } from '../../company/index.ts';
import type { Mailer, Texter } from '../../messaging/index.ts';
import type { OnJobEnd } from '../../platform/jobs/jobs.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { OnSpans } from '../../platform/traces/bounded-spans.ts';

/** From unnoticeable to too slow to wait for. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
const BATCH_COMMANDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** Channels of outgoing messages, as named by the metrics. */
type Way = 'MAIL' | 'SMS' | 'WEBHOOK';

/** Metrics that are counted as events happen, as options of the counting parts: each takes a microsecond or two. */
export type CountedMetrics = ReturnType<typeof createMetricHooks>;

export function createMetricHooks(metrics: Metrics) {
  const requests = metrics.counter({
    name: 'sarraf_http_requests_total',
    help: 'Requests answered, by the contract and the HTTP status.',
    labels: ['contract', 'status'],
  });
  const requestSeconds = metrics.histogram(
    {
      name: 'sarraf_http_request_seconds',
      help: 'How long a request took to answer, by the contract.',
      labels: ['contract'],
    },
    REQUEST_SECONDS,
  );
  const batchCommands = metrics.histogram(
    { name: 'sarraf_ledger_batch_commands', help: 'Commands in a settlement batch.' },
    BATCH_COMMANDS,
  );
  const batchSeconds = metrics.histogram(
    {
      name: 'sarraf_ledger_batch_seconds',
      help: 'From sending a settlement batch to the database until it is durable.',
    },
    BATCH_SECONDS,
  );
  const recoveries = metrics.counter({
    name: 'sarraf_ledger_recoveries_total',
    help: 'How often a settlement batch failed and what it had was settled anew.',
  });
  const closes = metrics.counter({
    name: 'sarraf_stream_closes_total',
    help: 'Streams that ended, by why: SLOW_READER did not read what it was sent, GONE went by itself.',
    labels: ['reason'],
  });
  const jobs = metrics.counter({
    name: 'sarraf_jobs_total',
    help: 'Runs of jobs, by the job and how they ended: done, or failed (most are tried again).',
    labels: ['name', 'result'],
  });
  const messages = metrics.counter({
    name: 'sarraf_messages_total',
    help: 'Tries to send a mail, an SMS or a webhook, by how they ended: sent or failed.',
    labels: ['way', 'result'],
  });
  const spans = metrics.counter({
    name: 'sarraf_trace_spans_total',
    help: 'Spans of traces, by what became of them: sent, failed (the collector did not take them), dropped (too many waited for it).',
    labels: ['result'],
  });
  const workerEnds = metrics.counter({
    name: 'sarraf_worker_ends_total',
    help: 'How often the worker has died and was started again.',
  });

  async function sending(way: Way, send: () => Promise<void>): Promise<void> {
    try {
      await send();
      messages.inc({ way, result: 'sent' });
    } catch (error) {
      messages.inc({ way, result: 'failed' });
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
      send: (mail) => sending('MAIL', () => mailer.send(mail)),
      close: () => mailer.close(),
    }),
    texter: (texter: Texter): Texter => ({
      send: (text) => sending('SMS', () => texter.send(text)),
      canReach: (mobile) => texter.canReach(mobile),
      close: () => texter.close(),
    }),
    webhooks: (sender: WebhookSender): WebhookSender => ({
      isAllowed: (url) => sender.isAllowed(url),
      async post(url, headers, body) {
        const delivered = await sender.post(url, headers, body);
        const sent = delivered.status !== null && delivered.status >= 200 && delivered.status < 300;
        messages.inc({ way: 'WEBHOOK', result: sent ? 'sent' : 'failed' });
        return delivered;
      },
    }),
  };
}
