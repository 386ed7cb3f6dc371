import type { Fetch } from '../../platform/outgoing/connections.ts';
import type { Witness } from '../../watch/ports.ts';

const TIMEOUT_MS = 5_000;

/** Posts each message as JSON to the operator's URL; any 2xx response is a success. */
export const createWebhookWitness = (url: string, fetch: Fetch): Witness => ({
  name: 'webhook',
  async send(message) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`the witness responded ${reply.status}`);
  },
});
