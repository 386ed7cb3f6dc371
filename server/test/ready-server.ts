import { type Sarraf, startSarraf } from '../src/main.ts';
import { pollUntil } from './waiting.ts';

const READY_MS = 60_000;

/**
 * Starts a server in this process and waits until it is the ledger writer: on an existing database it gets the
 * lease a moment after it listens.
 */
export async function startReady(...settings: Parameters<typeof startSarraf>): Promise<Sarraf> {
  const sarraf = await startSarraf(...settings);
  await pollUntil(async () => (await fetch(`${sarraf.url}/health/ready`)).ok, READY_MS);
  return sarraf;
}
