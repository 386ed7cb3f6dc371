import pg from 'pg';

/** Any fixed number that differs from that of the migrations. */
const CLAIM_LOCK = 7201943855610214n;
const APPLICATION_NAME = 'sarraf server';

/** A session that holds the claim while it is connected. */
export interface DatabaseClaim {
  held(): boolean;
  release(): Promise<void>;
}

/**
 * Claims an embedded database for a server, which will stop the database when it ends: only one server may hold the
 * claim. The database releases it when the holder's connection ends, for whatever reason. Returns the process id of
 * another holder (0: unknown).
 */
export async function claimDatabase(url: string): Promise<DatabaseClaim | { holder: number }> {
  const client = await connectAs(url, `${APPLICATION_NAME} ${process.pid}`);
  let isConnected = true;
  client.on('error', () => {});
  client.on('end', () => {
    isConnected = false;
  });
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    CLAIM_LOCK,
  ]);
  if (rows[0]?.taken) return { held: () => isConnected, release: () => client.end() };
  const holder = await findHolder(client);
  await client.end();
  return { holder: holder ?? 0 };
}

/** Whether a server holds the claim. */
export async function isClaimed(url: string): Promise<boolean> {
  const client = await connectAs(url, 'sarraf tool');
  try {
    return (await findHolder(client)) !== null;
  } finally {
    await client.end();
  }
}

async function findHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select coalesce(a.application_name, '') as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and (l.classid::bigint << 32) + l.objid::bigint = $1
      and l.objsubid = 1`,
    [CLAIM_LOCK],
  );
  return rows[0] ? Number.parseInt(rows[0].name.slice(APPLICATION_NAME.length), 10) || 0 : null;
}

async function connectAs(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  return client;
}
