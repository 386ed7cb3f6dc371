/** A signer in a separate process, and rows of its database: valid ones, and forged ones. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import type { Assertion } from '../src/chains/approvals/assertion.ts';
import { computeOrderSeal, type SealedOrder } from '../src/chains/seal.ts';
import type { TransactionPlan } from '../src/chains/types.ts';
import { callSigner, createSignerClient } from '../src/custody/sending/signer-client.ts';
import { sandboxSignerUrl } from '../src/platform/config/config.ts';
import { loadOrCreateSecret, SANDBOX_APPROVAL_KEY_FILE } from '../src/platform/config/key-files.ts';
import { newId } from '../src/platform/ids.ts';
import { toWire } from '../src/platform/wire.ts';
import { createSandboxKeys } from '../src/sandbox/sandbox-keys.ts';
import { computeOperatorMac, type OperatorCommand, type OperatorView } from '../src/signer/operator.ts';
import { readSealedSeed } from '../src/signer/seed-file.ts';
import { createTestDatabase } from './database.ts';
import { openTestDatabase } from './open-database.ts';
import { minimalEnvironment } from './processes.ts';
import { programPath } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

export const EXTERNAL_ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const ETHER = 10n ** 18n;

export const createEthPlan = (
  nonce = 0,
  more: Partial<Extract<TransactionPlan, { family: 'EVM' }>> = {},
): TransactionPlan => ({
  family: 'EVM',
  chainId: 1,
  nonce,
  gasLimit: 21_000n,
  maxFeePerGas: 20n * 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 9n,
  ...more,
});

export interface OrderTampering {
  /** Null: there is none. */
  withdrawal?: Partial<{
    address: string;
    amount: bigint;
    userId: string;
    state: string;
    needed: number;
  }> | null;
  /** Changes of the order before it is sealed. */
  order?: Partial<SealedOrder>;
  /** Changes of the row after it was sealed. */
  row?: Partial<SealedOrder> & { state?: string; fee?: bigint };
  seal?: Buffer;
  sealKey?: Buffer;
}

type OperatorAct = OperatorCommand | { caps: object } | { allowances: object };

/** The request as it is sent: the content of a file is written as text. */
export const buildOperatorRequest = (act: OperatorAct): OperatorCommand =>
  Object.fromEntries(
    Object.entries(act).map(([name, value]) => [
      name,
      (name === 'caps' || name === 'allowances') && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  ) as OperatorCommand;

export type SignerProcessFixture = Awaited<ReturnType<typeof createSignerProcessFixture>>;

/** `production`: as in production, with its own seed. */
export async function createSignerProcessFixture(env: Record<string, string> = {}, production = false) {
  const database = await createTestDatabase();
  const { db, close } = openTestDatabase(database.url, 4);
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-signing-'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'signer'), { mode: 0o700 });
  const sealKey = Buffer.from(loadOrCreateSecret(dataDir, 'seal.key'), 'base64');
  const token = loadOrCreateSecret(dataDir, 'signer.token');
  const url = sandboxSignerUrl(dataDir);
  const output: string[] = [];
  const settings = {
    ...minimalEnvironment(),
    DATA_DIR: dataDir,
    SIGNER_DATABASE_URL: database.signerUrl,
    LOG_LEVEL: 'debug',
    ...(production && {
      MODE: 'production',
      SIGNER_DIR: join(dataDir, 'signer'),
      SIGNER_URL: url,
      SIGNER_TOKEN: token,
      SEAL_KEY: sealKey.toString('base64'),
      SIGNER_PASSPHRASE: loadOrCreateSecret(join(dataDir, 'signer'), 'passphrase'),
    }),
    ...env,
  };
  let child: ChildProcess;
  let seed: Uint8Array | null = null;

  async function startSigner(): Promise<void> {
    child = spawn(process.execPath, [programPath('server/src/signer/main.ts'), '--attached'], {
      env: settings,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    child.stderr?.on('data', (text: Buffer) => output.push(text.toString()));
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        output.push(line);
        if (line.startsWith('The signer is ready')) resolve();
      });
      exited.then(([code]) => reject(new Error(`the signer ended with ${code}: ${output.join('\n')}`)));
    });
  }

  function runCommand(
    name: string,
    file: string | readonly string[] = [],
    more: Record<string, string> = {},
  ): string {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [programPath('server/src/signer/main.ts'), name, ...[file].flat()],
      { env: { MODE: 'sandbox', ...settings, ...more }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  async function endSigner(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  if (production) runCommand('init', ['2', 'of', '3', 'piped']);
  await startSigner();
  return {
    db,
    dataDir,
    databaseUrl: database.url,
    signerDatabaseUrl: database.signerUrl,
    sealKey,
    url,
    token,
    output,
    signer: createSignerClient({ url, token }),
    sandboxKeys: createSandboxKeys(loadOrCreateSecret(dataDir, SANDBOX_APPROVAL_KEY_FILE)),
    start: startSigner,
    end: endSigner,
    get child() {
      return child;
    },
    /** Runs an operator command, with the content of a file for `caps`; returns its output. */
    command: runCommand,
    /** Sends an operator command directly, without starting a command; returns the reply. */
    async sendOperatorCommand(
      act: OperatorAct,
      sign: (requestText: string) => Assertion[] = () => [],
    ): Promise<{ asked: string; mac: string }> {
      seed ??= readSealedSeed(
        join(dataDir, 'signer', 'seed.json'),
        await readFile(join(dataDir, 'signer', 'passphrase'), 'utf8').then((text) => text.trim()),
      );
      const { acts } = (await callSigner({ url, token }, 'operator-view', null)) as OperatorView;
      const requestText = toWire({ acts, ...buildOperatorRequest(act) });
      const request = {
        asked: requestText,
        mac: computeOperatorMac(seed, requestText),
        signatures: sign(requestText),
      };
      await callSigner({ url, token }, 'operate', request);
      return request;
    },
    /** A claimed withdrawal of 1 ETHEREUM to an external address, optionally tampered with; returns the order's id. */
    async createOrder(change: OrderTampering = {}): Promise<string> {
      const id = newId();
      const withdrawalId = newId();
      const userId = newId();
      const amount = change.order?.amount ?? ETHER;
      const order: SealedOrder = {
        id,
        kind: 'WITHDRAWAL',
        chain: 'ETHEREUM',
        asset: 'ETHEREUM',
        tokenType: 'ETHEREUM',
        fromIndex: null,
        address: EXTERNAL_ADDRESS,
        tag: '',
        amount,
        userId,
        withdrawalId,
        ...change.order,
      };
      const isWithdrawal = order.kind === 'WITHDRAWAL';
      const fee = isWithdrawal ? 1_000n : 0n;
      const { withdrawal = {} } = change;
      if (isWithdrawal && withdrawal !== null)
        await sql`insert into withdrawals (id, user_id, asset, token_type, address, tag, amount, fee, state,
            needed_approvals, created_at)
          values (${order.withdrawalId}, ${withdrawal.userId ?? order.userId}, ${order.asset}, ${order.tokenType},
            ${withdrawal.address ?? order.address}, ${order.tag}, ${withdrawal.amount ?? amount + fee}, ${fee},
            ${withdrawal.state ?? 'APPROVED'}, ${withdrawal.needed ?? 0}, now())`.execute(db);
      const seal = change.seal ?? computeOrderSeal(change.sealKey ?? sealKey, order);
      const row = { ...order, state: 'CLAIMED', fee, ...change.row };
      await sql`insert into outgoing (id, kind, chain, asset, token_type, from_index, address, tag, amount, user_id,
          withdrawal_id, fee, seal, state, next_try_at, created_at)
        values (${row.id}, ${row.kind}, ${row.chain}, ${row.asset}, ${row.tokenType}, ${row.fromIndex},
          ${row.address}, ${row.tag}, ${row.amount}, ${row.userId}, ${row.withdrawalId}, ${row.fee}, ${seal},
          ${row.state}, now(), now())`.execute(db);
      return id;
    },
    approve: (orderId: string, staffId: string = newId()) =>
      sql`insert into withdrawal_approvals (withdrawal_id, staff_id, at)
        select withdrawal_id, ${staffId}, now() from outgoing where id = ${orderId}`.execute(db),
    async close(): Promise<void> {
      await endSigner('SIGTERM');
      await close();
      await database.drop();
      removeFolder(dataDir);
    },
  };
}
