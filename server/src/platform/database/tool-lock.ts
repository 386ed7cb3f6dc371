import { createClient } from './connect.ts';

/** Any fixed number that differs from those of the migrations and of a server's claim. */
const LOCK = '7201943855610215';

/**
 * Runs work that needs exclusive use of the database and its files: a backup, or a re-encryption. The lock ends
 * with the process. @throws while another such tool runs.
 */
export async function withDatabaseToolLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = createClient({ connectionString: url, application_name: 'sarraf tool' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ]);
    if (!rows[0]?.taken) throw new Error('A backup or a key rotation is running: wait for its end.');
    return await work();
  } finally {
    await client.end();
  }
}
