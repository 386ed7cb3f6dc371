// `npm run rotate-key`: seals all that another key has sealed with SECRET_KEY. With `new` it first makes a key, where the
// data folder keeps it.
import { rotateKeys } from './app/rotate-keys.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { removeOtherKeys, replaceKey } from './platform/config/key-files.ts';
import { withDatabaseToolLock } from './platform/database/tool-lock.ts';
import { runCommand, withDatabase, withDatabaseUrl } from './platform/start/command-line.ts';

const USAGE = `npm run rotate-key              when every server has been started again with the new SECRET_KEY, and the one before
                                in SECRET_KEYS_OTHER
npm run rotate-key new          makes a new key, where DATA_DIR keeps it and no SECRET_KEY is set
`;

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

async function main([command, ...more]: string[]): Promise<number> {
  const config = loadConfig(process.env);
  if (more.length === 0 && command === 'new') return createNewKey(config);
  if (command === undefined) return resealAll(config);
  process.stderr.write(USAGE);
  return 2;
}

function createNewKey({ sealingKeys }: Config): number {
  const key = sealingKeys.find(({ name }) => name === 'SECRET_KEY');
  if (!key?.file) {
    process.stderr.write(
      'SECRET_KEY is set: put a new one (openssl rand -base64 32) in its place, and it into SECRET_KEYS_OTHER.\n',
    );
    return 1;
  }
  replaceKey(key, key.file);
  printLine(`${key.file} has a new key. Start the server again, then run \`npm run rotate-key\`.`);
  return 0;
}

async function resealAll(config: Config): Promise<number> {
  const { sealed, unopened } = await withDatabaseUrl(config, (url) =>
    withDatabaseToolLock(url, () => withDatabase(config, (db) => rotateKeys(db, config))),
  );
  printLine(`${sealed} values and files were sealed anew.`);
  for (const problem of unopened) printLine(`Not opened by any key: ${problem}`);
  if (unopened.length > 0) {
    printLine(
      'They were sealed for another row, or with a key that is not here. No key is to be forgotten yet.',
    );
    return 1;
  }
  for (const { file, others } of config.sealingKeys)
    if (file !== null && others.length > 0) removeOtherKeys(file);
  printLine('Nothing is sealed with another key any more: take SECRET_KEYS_OTHER away.');
  return 0;
}

await runCommand(() => main(process.argv.slice(2)));
