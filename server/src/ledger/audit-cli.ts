import { join } from 'node:path';
import { loadConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { startPostgres } from '../platform/postgres.ts';
import { audit } from './invariants.ts';

/** `npm run audit`: exit code 0 when every law of the books holds, 1 with the first violation otherwise. */
async function main(): Promise<number> {
  const config = loadConfig(process.env);
  const postgres = config.DATABASE_URL
    ? null
    : await startPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), log: () => {} });
  const database = openDatabase(config.DATABASE_URL ?? (postgres as { url: string }).url, 2);
  try {
    const { violation, laws } = await audit(database.db);
    for (const law of laws)
      process.stdout.write(`${violation?.startsWith(law) ? 'BROKEN' : 'holds '}  ${law}\n`);
    process.stdout.write(violation ? `\nViolation: ${violation}\n` : '\nThe books are right.\n');
    return violation ? 1 : 0;
  } finally {
    await database.close();
    if (postgres && !postgres.adopted) await postgres.stop();
  }
}

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return 2;
});
