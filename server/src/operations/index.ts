/** Running the exchange: maintenance, and what staff sees of the processes and of what waits. */
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream.ts';
import type { OperationsDeps } from './deps.ts';
import { createMaintenance, type MaintenanceMode } from './maintenance.ts';
import { addRoutes } from './routes.ts';

export { startHeartbeat } from './heartbeat.ts';

export interface Operations extends Pick<MaintenanceMode, 'judge' | 'start' | 'stop'> {
  routes(http: Http, stream: Stream): void;
}

/** Reads the database, which must be migrated. */
export async function createOperations(deps: OperationsDeps): Promise<Operations> {
  const mode = await createMaintenance(deps);
  return {
    judge: mode.judge,
    start: mode.start,
    stop: mode.stop,
    routes(http, stream) {
      addRoutes(http, deps, mode);
      stream.openChannel('maintenance', mode.now);
      mode.onChange((now) => stream.publish('maintenance', now));
    },
  };
}
