/** Operating the exchange: maintenance and pauses, and the staff's view of processes and pending work. */
import type { Endpoint } from '@sarraf/domain/contracts';
import type { Caller } from '../platform/http/admit.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { OperationsDeps } from './deps.ts';
import { createMaintenanceMode } from './maintenance.ts';
import { createFeaturePauses } from './pauses.ts';
import { addRoutes } from './routes.ts';

export { createServiceRestrictions } from './closures.ts';
export { startHeartbeat } from './heartbeat.ts';
export { createRefusePaused } from './pauses.ts';

export interface Operations {
  /** MAINTENANCE, PAUSED: the request may not start now, whatever the caller's rights. */
  assertMayStart(endpoint: Endpoint, caller: Caller | undefined): void;
  routes(http: Http, stream: Stream): void;
  start(): void;
  stop(): void;
}

export function createOperations(deps: OperationsDeps): Operations {
  const { closures } = deps;
  const maintenance = createMaintenanceMode(deps);
  const pauses = createFeaturePauses(deps);
  return {
    assertMayStart(endpoint, caller) {
      maintenance.assertNotInMaintenance(endpoint, caller);
      pauses.assertFeatureNotPaused(endpoint);
    },
    start: closures.start,
    stop: closures.stop,
    routes(http, stream) {
      addRoutes(http, deps, { maintenance, pauses });
      stream.openChannel('maintenance', closures.now);
      closures.subscribeToChanges((now) => stream.publish('maintenance', now));
    },
  };
}
