/** Operating the exchange: maintenance and pauses, and the staff's view of processes and pending work. */
import type { Endpoint } from '@sarraf/domain/contracts';
import type { Caller } from '../platform/http/admit.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { OperationsDeps } from './deps.ts';
import { createMaintenance } from './maintenance.ts';
import { createPauses } from './pauses.ts';
import { addRoutes } from './routes.ts';

export { createClosures } from './closures.ts';
export { startHeartbeat } from './heartbeat.ts';
export { createRefusePaused } from './pauses.ts';

export interface Operations {
  /** MAINTENANCE, PAUSED: the request may not start now, whatever the caller's rights. */
  judge(endpoint: Endpoint, caller: Caller | undefined): void;
  routes(http: Http, stream: Stream): void;
  start(): void;
  stop(): void;
}

export function createOperations(deps: OperationsDeps): Operations {
  const { closures } = deps;
  const maintenance = createMaintenance(deps);
  const pauses = createPauses(deps);
  return {
    judge(endpoint, caller) {
      maintenance.judge(endpoint, caller);
      pauses.judge(endpoint);
    },
    start: closures.start,
    stop: closures.stop,
    routes(http, stream) {
      addRoutes(http, deps, { maintenance, pauses });
      stream.openChannel('maintenance', closures.now);
      closures.onChange((now) => stream.publish('maintenance', now));
    },
  };
}
