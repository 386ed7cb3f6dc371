import { DAY_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import { SignerRefusedError } from '../custody/ports.ts';
import type { Db } from '../platform/database/database.ts';
import type { SignerKeys } from './keys.ts';

const YEAR_MS = 365 * DAY_MS;
/** Maximum age of the servers' last scan of its addresses. */
const MAX_SCAN_AGE_MS = DAY_MS;

/**
 * Throws NOT_APPROVED unless a generation may be retired: an older one, whose addresses the servers have scanned
 * within a day, with no balance worth a fee and no deposit for a year. If the database lies about it, access to
 * addresses is lost until shares are entered, but no money is sent.
 */
export async function assertSeedRetirable(
  db: Db,
  keys: SignerKeys,
  generation: number,
  now: number,
): Promise<void> {
  const notRetirableError = (reason: string) =>
    new SignerRefusedError('NOT_APPROVED', `generation ${generation}: ${reason}`);
  if (!keys.listGenerations().includes(generation)) throw notRetirableError('there is no such seed here');
  if (generation === keys.newest) throw notRetirableError('it is the newest');
  if (generation === keys.eosGeneration()) throw notRetirableError('the account on EOS has its key');
  const { rows } = await sql<{ worth: boolean; lastAt: Date | null; lookedAt: Date }>`
    select worth_moving as worth, last_received_at as "lastAt", looked_at as "lookedAt"
    from generation_holdings where generation = ${generation}`.execute(db);
  if (rows.length === 0) throw notRetirableError('no server has looked at its addresses yet');
  const { rows: unseen } = await sql<{ chain: string }>`select distinct chain from deposit_addresses d
    where generation = ${generation} and not exists (select from generation_holdings h
      where h.generation = d.generation and h.chain = d.chain)`.execute(db);
  if (unseen[0]) throw notRetirableError(`no server has looked at its addresses on ${unseen[0].chain}`);
  if (rows.some(({ lookedAt }) => lookedAt.getTime() <= now - MAX_SCAN_AGE_MS))
    throw notRetirableError('a network’s addresses were not looked at within a day');
  if (rows.some(({ worth }) => worth))
    throw notRetirableError('there is something at its addresses that is worth moving');
  if (rows.some(({ lastAt }) => lastAt !== null && lastAt.getTime() > now - YEAR_MS))
    throw notRetirableError('something came to its addresses within a year');
}
