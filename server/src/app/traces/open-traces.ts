import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import { createAgent, createVendorConnection } from '../../platform/outgoing/connections.ts';
import type { TracesOptions } from '../../platform/traces/traces.ts';
import { type TracedWork, traceWork } from './trace-work.ts';

type Settings = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG' | 'outgoing'>;

/** Starts tracing; null: tracing is off, and OpenTelemetry isn't even loaded. */
export async function openTraces(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio, outgoing }: Settings,
  options: { log: Log } & Pick<TracesOptions, 'service' | 'version' | 'onSpans'>,
): Promise<TracedWork | null> {
  if (endpoint === undefined) return null;
  const { Traces } = await import('../../platform/traces/traces.ts');
  const agent = createAgent(createVendorConnection('COLLECTOR', outgoing), new URL(endpoint));
  return traceWork(new Traces({ endpoint, ratio, agent, ...options }));
}
