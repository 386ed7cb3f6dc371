import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '@sarraf/domain/contracts';

const scope = new AsyncLocalStorage<Endpoint>();

/** Does the work of a request so that what it calls knows whose it is. In the sandbox alone: it costs a little each time. */
export const runInRequestScope = <T>(endpoint: Endpoint, work: () => T): T => scope.run(endpoint, work);

/**
 * Throws where a request moves money whose contract doesn't say so (`settles`): with several processes it would come
 * to one that doesn't settle the books, and fail there. With one it would work, so that no test would tell.
 */
export function assertMaySettle(): void {
  const endpoint = scope.getStore();
  if (endpoint && !endpoint.settles)
    throw new Error(`${endpoint.method} ${endpoint.path} moves money: its contract must say settles`);
}
