import { type Sarraf, startSarraf } from '../src/main.ts';
import { until } from './waiting.ts';

const READY_MS = 60_000;

/** A server of this process that settles already: one that goes on with a database gets the lease a moment after it listens. */
export async function startReady(...settings: Parameters<typeof startSarraf>): Promise<Sarraf> {
  const sarraf = await startSarraf(...settings);
  await until(async () => (await fetch(`${sarraf.url}/health/ready`)).ok, READY_MS);
  return sarraf;
}
