import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '@sarraf/domain/contracts';

const scope = new AsyncLocalStorage<Endpoint>();

/** Runs the work of a request in its async context. In the sandbox only, since it costs a little each time. */
export const runInRequestScope = <T>(endpoint: Endpoint, work: () => T): T => scope.run(endpoint, work);

/**
 * @throws if a request moves money although its contract lacks `settles`: with several processes it would fail in
 * one that isn't the ledger writer. With one process it would work, so that no other test would notice.
 */
export function assertMaySettle(): void {
  const endpoint = scope.getStore();
  if (endpoint && !endpoint.settles)
    throw new Error(`${endpoint.method} ${endpoint.path} moves money: its contract must say settles`);
}
