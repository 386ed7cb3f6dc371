import { sql } from 'kysely';
import type { CustodyContext, CustodyDeps } from './deps.ts';
import type { PublicKeys } from './ports.ts';

/** The public keys are re-read this often: an operator may set another cold address or activate another seed. */
const FRESH_MS = 60_000;

export function createContext(deps: CustodyDeps): CustodyContext {
  let keys: Promise<PublicKeys> | null = null;
  let askedAt = 0;
  /** The newest seed generation published in the database, as far as this process knows. */
  let published = 0;

  /** Reads the public keys; the generation of a newer seed is published in the database before it is used. */
  async function ask(): Promise<PublicKeys> {
    const found = await deps.signer.publicKeys();
    if (found.generation > published) {
      await sql`insert into seed_generations (generation, first_seen_at)
        values (${found.generation}, ${new Date(deps.clock.now())}) on conflict do nothing`.execute(deps.db);
      published = found.generation;
    }
    return found;
  }

  return {
    ...deps,
    now: () => new Date(deps.clock.now()),
    publicKeys() {
      if (keys !== null && performance.now() - askedAt < FRESH_MS) return keys;
      const before = keys;
      askedAt = performance.now();
      const asked = ask().catch((error: unknown) => {
        if (before !== null) return before;
        if (keys === asked) keys = null;
        throw error;
      });
      keys = asked;
      return asked;
    },
    async currentKeys() {
      try {
        const found = await ask();
        keys = Promise.resolve(found);
        askedAt = performance.now();
        return found;
      } catch (error) {
        const before = await keys;
        if (before === null) throw error;
        const { rows } = await sql<{ newest: number | null }>`select max(generation) as newest
          from seed_generations`.execute(deps.db);
        if ((rows[0]?.newest ?? 0) > before.generation) throw error;
        return before;
      }
    },
  };
}
