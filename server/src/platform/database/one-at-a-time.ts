import { createClient } from './connect.ts';

/** Any fixed number, beside those of the migrations and of a server's claim. */
const LOCK = '7201943855610215';

/**
 * Runs work that takes the database and its files as a whole: a backup, or sealing all anew. However it ends, the next may
 * begin. @throws while another runs.
 */
export async function withDatabaseToolLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = createClient({ connectionString: url, application_name: 'sarraf tool' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ]);
    if (!rows[0]?.taken)
      throw new Error('A backup is made, or keys are exchanged, at this moment: wait for its end.');
    return await work();
  } finally {
    await client.end();
  }
}
