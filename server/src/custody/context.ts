import { sql } from 'kysely';
import type { CustodyContext, CustodyDeps } from './deps.ts';
import type { PublicKeys } from './ports.ts';

/** The public keys are re-read this often: an operator may set another cold address or activate another seed. */
const KEYS_MAX_AGE_MS = 60_000;

export function createContext(deps: CustodyDeps): CustodyContext {
  let keys: Promise<PublicKeys> | null = null;
  let requestedAt = 0;
  /** The newest seed generation published in the database, as far as this process knows. */
  let publishedGeneration = 0;

  /** Reads the public keys; the generation of a newer seed is published in the database before it is used. */
  async function fetchPublicKeys(): Promise<PublicKeys> {
    const fetched = await deps.signer.publicKeys();
    if (fetched.generation > publishedGeneration) {
      await sql`insert into seed_generations (generation, first_seen_at)
        values (${fetched.generation}, ${new Date(deps.clock.now())}) on conflict do nothing`.execute(
        deps.db,
      );
      publishedGeneration = fetched.generation;
    }
    return fetched;
  }

  return {
    ...deps,
    now: () => new Date(deps.clock.now()),
    getPublicKeys() {
      if (keys !== null && performance.now() - requestedAt < KEYS_MAX_AGE_MS) return keys;
      const previous = keys;
      requestedAt = performance.now();
      const pending = fetchPublicKeys().catch((error: unknown) => {
        if (previous !== null) return previous;
        if (keys === pending) keys = null;
        throw error;
      });
      keys = pending;
      return pending;
    },
    async fetchCurrentKeys() {
      try {
        const fetched = await fetchPublicKeys();
        keys = Promise.resolve(fetched);
        requestedAt = performance.now();
        return fetched;
      } catch (error) {
        const previous = await keys;
        if (previous === null) throw error;
        const { rows } = await sql<{ newest: number | null }>`select max(generation) as newest
          from seed_generations`.execute(deps.db);
        if ((rows[0]?.newest ?? 0) > previous.generation) throw error;
        return previous;
      }
    },
  };
}
