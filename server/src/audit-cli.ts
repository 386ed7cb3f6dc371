import { loadConfig } from './platform/config/config.ts';
import { installationOf } from './platform/database/installation.ts';
import { runCommand, withDatabase } from './platform/start/command-line.ts';
import { ALL_LAWS, checkEverything, checkHeads, openCheckpoints } from './watch/index.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * `npm run audit`: exit code 0 when every law of the books holds and books and audit log are whole, 1 with what shows the
 * breach otherwise.
 */
async function main(): Promise<number> {
  const config = loadConfig(process.env);
  return withDatabase(config, async (db) => {
    const violations = await checkEverything(db, config.BOOKS_KEY);
    const checkpoints = openCheckpoints(config.DATA_DIR, await installationOf(db), config.sandbox);
    violations.push(...(await checkHeads(db, config.BOOKS_KEY, checkpoints)));
    for (const name of ALL_LAWS)
      say(`${violations.some(({ law }) => law === name) ? 'BROKEN' : 'holds '}  ${name}`);
    for (const { law, row } of violations) say(`\nViolation: ${law}: ${JSON.stringify(row)}`);
    if (violations.length > 0) return 1;
    say('\nThe books are right.');
    return 0;
  });
}

await runCommand(main);
