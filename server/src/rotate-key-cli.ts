// `npm run rotate-key`: seals all that another key has sealed with SECRET_KEY. With `new` it first makes a key, where the
// data folder keeps it.
import { rotateKeys } from './app/rotate-keys.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { removeOtherKeys, replaceKey } from './platform/config/key-files.ts';
import { withDatabaseToolLock } from './platform/database/tool-lock.ts';
import { runCommand, withDatabase, withDatabaseUrl } from './platform/start/command-line.ts';

const USAGE = `npm run rotate-key              seals all values with the new key, once every server has been restarted with it as
                                SECRET_KEY and with the previous one in SECRET_KEYS_OTHER
npm run rotate-key new          makes a new key, if the key is a file of DATA_DIR and SECRET_KEY is not set
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
      'SECRET_KEY is set: replace it by a new one (openssl rand -base64 32), and move the old one to SECRET_KEYS_OTHER.\n',
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
  printLine(`${sealed} values and files were sealed with the new key.`);
  for (const problem of unopened) printLine(`No key decrypts: ${problem}`);
  if (unopened.length > 0) {
    printLine('They were sealed for another row, or with a key that is missing here. Keep all keys for now.');
    return 1;
  }
  for (const { file, others } of config.sealingKeys)
    if (file !== null && others.length > 0) removeOtherKeys(file);
  printLine('No value is sealed with another key: remove SECRET_KEYS_OTHER.');
  return 0;
}

await runCommand(() => main(process.argv.slice(2)));
