// `npm run partition -- transfers` (or fills): closes the partition of a large table that is being written, while
// the server runs. docs/operations.md says when.
import { closePartition, PARTITIONED_TABLES } from './partition/cut-table.ts';
import { loadConfig } from './platform/config/config.ts';
import { createClient } from './platform/database/connect.ts';
import { runCommand, withDatabaseUrl } from './platform/start/command-line.ts';

/** Ids reserved for rows written while the existing ones are checked: hours of trades. */
const RESERVED_IDS = 50_000_000;

await runCommand(async () => {
  const table = PARTITIONED_TABLES.find((one) => one === process.argv[2]);
  if (!table) throw new Error(`usage: name one of ${PARTITIONED_TABLES.join(', ')}`);
  const work = async (url: string) => {
    const client = createClient({ connectionString: url });
    await client.connect();
    try {
      return await closePartition(client, table, RESERVED_IDS);
    } finally {
      await client.end();
    }
  };
  const at = await withDatabaseUrl(loadConfig(process.env), work, { asOwner: true });
  process.stdout.write(`The next partition of ${table} begins at ${at}.\n`);
  return 0;
});
