import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CHAIN_INFO, CHAINS, type Chain } from '@sarraf/domain';
import { sandboxSignerUrl } from '../platform/config/config.ts';
import { normalizeDatabaseUrl } from '../platform/config/database-url.ts';
import { loadOrCreateSecret, loadSealingKey, type SealingKey } from '../platform/config/key-files.ts';
import { checkSignerUrl, listSecretErrors } from '../platform/config/production.ts';

export interface SignerSettings {
  sandbox: boolean;
  dataDir: string;
  /** Folder of seed and journal. */
  dir: string;
  url: string;
  token: string;
  sealKey: SealingKey;
  databaseUrl: string;
  /**
   * Passphrase that seals the seed; null: the seed is not stored, and opened by shares, or the passphrase is
   * prompted for.
   */
  passphrase: string | null;
  /** The signer's own nodes, for chains whose transactions expire. */
  nodes: Partial<Record<Chain, string>>;
  eosAccount: string | null;
  logLevel: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const NEEDED_IN_PRODUCTION = [
  'SIGNER_DIR',
  'SIGNER_URL',
  'SIGNER_TOKEN',
  'SIGNER_DATABASE_URL',
  'SEAL_KEY',
] as const;

const EXPIRING_FAMILIES: ReadonlySet<string> = new Set(['TRON', 'EOS', 'STELLAR']);

const SANDBOX_EOS_ACCOUNT = 'sarrafhotwal';

/**
 * Reads the signer's own settings. `attached`: started by the sandbox's server; otherwise the mode must be set,
 * since the sandbox's caps are wide. Throws with all missing or invalid settings, without secrets.
 */
export function readSignerSettings(env: Env, attached: boolean): SignerSettings {
  const mode = env.MODE ?? (attached ? 'sandbox' : '');
  const sandbox = mode === 'sandbox';
  const problems: string[] = sandbox
    ? []
    : NEEDED_IN_PRODUCTION.filter((name) => !env[name]).map((name) => `${name}: needed`);
  if (!['sandbox', 'production'].includes(mode)) problems.unshift('MODE: sandbox or production');
  if (env.SEAL_KEY && !/^[A-Za-z0-9+/]{43}=$/.test(env.SEAL_KEY))
    problems.push('SEAL_KEY: 32 bytes in base64');
  if (!sandbox && env.SIGNER_PASSPHRASE && env.SIGNER_PASSPHRASE.length < 20)
    problems.push('SIGNER_PASSPHRASE: too short');
  if (!sandbox) {
    const { SEAL_KEY, SIGNER_TOKEN, SIGNER_PASSPHRASE, SIGNER_URL } = env;
    problems.push(...listSecretErrors({ SEAL_KEY, SIGNER_TOKEN, SIGNER_PASSPHRASE }));
    const urlProblem = SIGNER_URL ? checkSignerUrl(SIGNER_URL) : null;
    if (urlProblem) problems.push(urlProblem);
  }
  const nodes = readNodeUrls(env, problems);
  for (const name of Object.keys(env).filter((key) => key.startsWith('SIGNER_COLD_') && env[key]))
    problems.push(`${name}: is no longer a setting; see \`npm run signer cold\``);
  if (env.SIGNER_CAPS) problems.push('SIGNER_CAPS: is no longer a setting; see `npm run signer caps`');
  if (problems.length > 0) throw new Error(`The signer can't start:\n${problems.join('\n')}`);
  const dataDir = resolve(env.DATA_DIR ?? './data');
  const dir = resolve(env.SIGNER_DIR ?? join(dataDir, 'signer'));
  // Others may traverse the parent folder: the database runs as another user.
  mkdirSync(dirname(dir), { recursive: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return {
    sandbox,
    dataDir,
    dir,
    url: env.SIGNER_URL ?? sandboxSignerUrl(dataDir),
    token: env.SIGNER_TOKEN ?? loadOrCreateSecret(dataDir, 'signer.token'),
    sealKey: loadSealingKey('SEAL_KEY', env.SEAL_KEY, dataDir),
    databaseUrl: normalizeDatabaseUrl(env.SIGNER_DATABASE_URL ?? ''),
    passphrase: env.SIGNER_PASSPHRASE || (sandbox ? loadOrCreateSecret(dir, 'passphrase') : null),
    nodes,
    eosAccount: env.SIGNER_EOS_ACCOUNT ?? (sandbox ? SANDBOX_EOS_ACCOUNT : null),
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

/** Reads SIGNER_NODE_<CHAIN>, for chains where an expiry can be proven. */
function readNodeUrls(env: Env, problems: string[]): Partial<Record<Chain, string>> {
  const nodes: Partial<Record<Chain, string>> = {};
  for (const chain of CHAINS) {
    const name = `SIGNER_NODE_${chain}`;
    const address = env[name];
    if (!address) continue;
    if (!EXPIRING_FAMILIES.has(CHAIN_INFO[chain].family))
      problems.push(`${name}: nothing of that chain has an end`);
    else if (!URL.canParse(address)) problems.push(`${name}: no address of a node`);
    else nodes[chain] = address;
  }
  return nodes;
}
