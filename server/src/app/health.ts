import type { Ledger } from '../ledger/index.ts';
import type { WriterForwarder } from '../platform/http/forward.ts';
import type { Http } from '../platform/http/http.ts';
import type { Replicas } from '../platform/reads/replicas.ts';
import type { Version } from '../platform/version.ts';

/** Returns whether requests can be settled: by this process, or by the writer that it reaches (`forwarding`). */
export async function readReadiness(ledger: Ledger, forwarding: WriterForwarder | undefined) {
  const database = await ledger.isHealthy();
  const isWriter = ledger.isWriter();
  const isForwarding = !isWriter && forwarding?.isReachable() === true;
  return { database, writer: isWriter, passing: isForwarding, ready: database && (isWriter || isForwarding) };
}

/**
 * `/health/live`: the process responds, with its version (`commit`: null if unknown). `/health/ready`: it can
 * serve. The ledger writer's process (`writer`) is ready while its batches commit, any other while it reaches the
 * database and, with several processes, the writer (`forwarding`). Replicas are reported but don't count: without
 * them the primary serves.
 */
export function addHealthRoutes(
  { app }: Http,
  {
    ledger,
    forwarding,
    replicas,
    version,
  }: {
    ledger: Ledger;
    version: Version;
    forwarding?: WriterForwarder | undefined;
    replicas?: Replicas | null;
  },
): void {
  let wasReady = true;
  app.get('/health/live', async () => ({ status: 'OK', ...version }));
  app.get('/health/ready', async (_request, reply) => {
    const { database, writer, passing, ready } = await readReadiness(ledger, forwarding);
    if (ready !== wasReady)
      app.log.warn(
        { area: 'health', database, writer, forwarding: passing },
        ready ? 'ready again' : 'not ready',
      );
    wasReady = ready;
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'OK' : 'SERVICE_UNAVAILABLE',
      database,
      writer,
      ...(forwarding && { forwarding: passing }),
      ...(replicas && { replicas: replicas.listStates() }),
    });
  });
}
