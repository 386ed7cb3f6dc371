// `npm run migrate`: migrates the tables as their owner (DATABASE_OWNER_URL) and grants the rights of server and
// signer, for installations where the server's own environment must not have the owner's password.
import { loadConfig } from './platform/config/config.ts';
import { configuredUrls } from './platform/database/embedded.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { runCommand } from './platform/start/command-line.ts';

await runCommand(async () => {
  const config = loadConfig(process.env);
  if (!config.DATABASE_URL) throw new Error('An embedded database is migrated by `npm start`.');
  const urls = configuredUrls(config.DATABASE_URL, config);
  const newer = await prepareDatabase(urls, config.DATABASE_SIGNER_ROLE);
  process.stdout.write(
    newer.length === 0
      ? 'The tables are up to date.\n'
      : `The tables are newer than this version, which can run with them: ${newer.join(', ')}.\n`,
  );
  return 0;
});
