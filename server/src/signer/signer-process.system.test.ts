import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import { hasProc, minimalEnvironment, readEnvironment } from '../../test/processes.ts';
import {
  createEthPlan,
  createSignerProcessFixture,
  EXTERNAL_ADDRESS,
  type OrderTampering,
  type SignerProcessFixture,
} from '../../test/signer.ts';
import { verifyAttestation } from '../chains/claim.ts';
import { codecOf } from '../chains/index.ts';
import { type SignerRefusal, SignerRefusedError } from '../custody/ports.ts';
import { createSignerClient } from '../custody/sending/signer-client.ts';
import { newId } from '../platform/ids.ts';
import { mintTransaction } from '../sandbox/sandbox-chain-mint.ts';
import { readSealedSeed } from './seed-file.ts';

const ETHER = 10n ** 18n;
let t: SignerProcessFixture;

beforeAll(async () => {
  t = await createSignerProcessFixture();
  await t.sendOperatorCommand({ caps: { coins: { LITE_COIN: { hour: '2', day: '2' } } } });
});
afterAll(() => t?.close());

const sign = (orders: string[], plan = createEthPlan(), replaces?: string) =>
  t.signer.sign({ chain: 'ETHEREUM', orders, plan, ...(replaces && { replaces }) });

const become = (id: string, state: string) =>
  sql`update outgoing set state = ${state}, transaction_id = ${newId()} where id = ${id}`.execute(t.db);

async function refusalOf(work: Promise<unknown>): Promise<SignerRefusal | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SignerRefusedError) return error.code;
    throw error;
  }
}

describe('an order', () => {
  it('is signed exactly once if it was approved', async () => {
    const id = await t.createOrder();
    const signed = await sign([id], createEthPlan(7));
    const decoded = codecOf('ETHEREUM', 'main').decode(signed.raw);
    const { chains } = await t.signer.publicKeys();
    expect(decoded).toMatchObject({
      txid: signed.txid,
      from: chains.ETHEREUM?.hot,
      sequence: 7n,
      payments: [
        { to: EXTERNAL_ADDRESS, tag: null, asset: 'ETHEREUM', tokenType: 'ETHEREUM', amount: ETHER },
      ],
    });
    // Whatever the new plan is: the chain may accept those bytes at any time.
    expect(await sign([id], createEthPlan(8))).toEqual(signed);
    expect(await refusalOf(sign([id], createEthPlan(8), signed.txid))).toBe('ALREADY_SIGNED');
    const dearer = await sign([id], createEthPlan(7, { maxFeePerGas: 40n * 10n ** 9n }), signed.txid);
    expect(dearer.txid).not.toBe(signed.txid);
    expect(await sign([id], createEthPlan(7), signed.txid)).toEqual(dearer);
    expect(await refusalOf(sign([id], createEthPlan(7), `0x${'0'.repeat(64)}`))).toBe('ALREADY_SIGNED');
  });

  it('may be replaced with a higher fee once it was sent, and is signed for nothing else', async () => {
    const id = await t.createOrder();
    const old = await sign([id], createEthPlan(3));
    await become(id, 'SENT');
    expect(await refusalOf(sign([id], createEthPlan(4), old.txid))).toBe('ALREADY_SIGNED');
    const dearer = await sign([id], createEthPlan(3, { maxFeePerGas: 40n * 10n ** 9n }), old.txid);
    expect(codecOf('ETHEREUM', 'main').decode(dearer.raw).sequence).toBe(3n);
    const absurd = createEthPlan(3, { maxFeePerGas: 10n ** 13n });
    expect(await refusalOf(sign([id], absurd, dearer.txid))).toBe('BAD_PLAN');
    for (const end of ['DONE', 'FAILED', 'SIGNED', 'QUEUED']) {
      await become(id, end);
      expect(await refusalOf(sign([id], createEthPlan(3), dearer.txid))).toBe('NOT_APPROVED');
    }
    // An order that was never signed can't be replaced.
    const fresh = await t.createOrder();
    await become(fresh, 'SENT');
    expect(await refusalOf(sign([fresh], createEthPlan(9)))).toBe('NOT_APPROVED');
  });

  const another = codecOf('ETHEREUM', 'main').keyOf(new Uint8Array(64).fill(3), { branch: 'hot' }).address;
  const forged: [string, OrderTampering, SignerRefusal][] = [
    ['without a seal', { seal: Buffer.alloc(0) }, 'BAD_SEAL'],
    ['with a seal of zeros', { seal: Buffer.alloc(32) }, 'BAD_SEAL'],
    ['sealed by somebody else', { sealKey: Buffer.alloc(32, 1) }, 'BAD_SEAL'],
    ['with a larger amount', { row: { amount: 2n * ETHER } }, 'BAD_SEAL'],
    ['to another address', { row: { address: another } }, 'BAD_SEAL'],
    ['with a tag', { row: { tag: '1' } }, 'BAD_SEAL'],
    ['of another coin', { row: { asset: 'TETHER', tokenType: 'ERC20' } }, 'BAD_SEAL'],
    ['on another chain', { row: { chain: 'MATIC' } }, 'BAD_SEAL'],
    [
      'that became a move to the cold address',
      { row: { kind: 'COLD', userId: null, withdrawalId: null } },
      'BAD_SEAL',
    ],
    ['from another key', { row: { fromIndex: 5n } }, 'BAD_SEAL'],
    ['that is still queued', { row: { state: 'QUEUED' } }, 'NOT_APPROVED'],
    ['that was taken back', { row: { state: 'CANCELLED' } }, 'NOT_APPROVED'],
    ['whose fee was changed', { row: { fee: 0n } }, 'NOT_APPROVED'],
    ['that is in review', { withdrawal: { state: 'REVIEW' } }, 'NOT_APPROVED'],
    ['that was refused', { withdrawal: { state: 'REFUSED' } }, 'NOT_APPROVED'],
    ['whose approved address is another', { withdrawal: { address: another } }, 'NOT_APPROVED'],
    ['whose approved amount is less', { withdrawal: { amount: ETHER } }, 'NOT_APPROVED'],
    ['of another person', { withdrawal: { userId: newId() } }, 'NOT_APPROVED'],
    ['without its approvals', { withdrawal: { needed: 2 } }, 'NOT_APPROVED'],
    ['that is sealed and has no withdrawal behind it', { withdrawal: null }, 'NOT_APPROVED'],
    [
      'that sweeps to a stranger',
      { order: { kind: 'SWEEP', fromIndex: 0n, userId: null, withdrawalId: null } },
      'BAD_ADDRESS',
    ],
    [
      'that gives a stranger gas',
      { order: { kind: 'GAS', amount: 1n, userId: null, withdrawalId: null } },
      'BAD_ADDRESS',
    ],
    [
      'that moves to a cold address of its own',
      { order: { kind: 'COLD', userId: null, withdrawalId: null } },
      'BAD_ADDRESS',
    ],
  ];
  it.each(forged)('%s is refused', async (_name, change, code) => {
    expect(await refusalOf(sign([await t.createOrder(change)]))).toBe(code);
  });

  it('is refused with the seal of another row', async () => {
    const honest = await t.createOrder();
    const { rows } = await sql<{ seal: Buffer }>`select seal from outgoing where id = ${honest}`.execute(
      t.db,
    );
    expect(await refusalOf(sign([await t.createOrder({ seal: rows[0]?.seal as Buffer })]))).toBe('BAD_SEAL');
    expect(await refusalOf(sign([newId()]))).toBe('NOT_APPROVED');
  });

  it('counts approvals of different people other than its owner', async () => {
    const userId = newId();
    const id = await t.createOrder({ withdrawal: { needed: 2, userId }, order: { userId } });
    await t.approve(id);
    expect(await refusalOf(sign([id]))).toBe('NOT_APPROVED');
    // An attacker with full access to the database lets the owner approve.
    await asOwner(t.db, sql`alter table withdrawal_approvals disable trigger no_own_approval`);
    await t.approve(id, userId);
    await asOwner(t.db, sql`alter table withdrawal_approvals enable trigger no_own_approval`);
    expect(await refusalOf(sign([id]))).toBe('NOT_APPROVED');
    await t.approve(id);
    expect(await refusalOf(sign([id]))).toBeNull();
  });

  it('sweeps and sends gas only between our own addresses', async () => {
    const { chains } = await t.signer.publicKeys();
    const hot = chains.ETHEREUM?.hot ?? '';
    const own = codecOf('ETHEREUM', 'main').addressOf(chains.ETHEREUM?.accountPublicKey ?? '', {
      branch: 'deposit',
      index: 3,
    });
    const noOwner = { userId: null, withdrawalId: null };
    const sweep = await t.createOrder({ order: { kind: 'SWEEP', fromIndex: 3n, address: hot, ...noOwner } });
    expect(codecOf('ETHEREUM', 'main').decode((await sign([sweep])).raw)).toMatchObject({ from: own });
    // The table is only a hint: an external address in it is refused.
    const hint = (address: string) =>
      sql`insert into deposit_addresses (id, user_id, asset, token_type, chain, address, key_index, signature,
          created_at)
        values (${newId()}, ${newId()}, 'ETHEREUM', 'ETHEREUM', 'ETHEREUM', ${address}, 3, '', now())`.execute(
        t.db,
      );
    await hint(own);
    await hint(EXTERNAL_ADDRESS);
    const gas = (address: string, amount: bigint) =>
      t.createOrder({ order: { kind: 'GAS', address, amount, ...noOwner } });
    expect(await refusalOf(sign([await gas(own, 10n ** 16n)], createEthPlan(20)))).toBeNull();
    expect(await refusalOf(sign([await gas(own, ETHER)]))).toBe('BAD_PLAN');
    expect(await refusalOf(sign([await gas(EXTERNAL_ADDRESS, 10n ** 16n)]))).toBe('BAD_ADDRESS');
    const cold = chains.ETHEREUM?.cold ?? '';
    const move = await t.createOrder({ order: { kind: 'COLD', address: cold, ...noOwner } });
    expect(
      codecOf('ETHEREUM', 'main').decode((await sign([move], createEthPlan(21))).raw).payments[0]?.to,
    ).toBe(cold);
  });

  it('is signed at a reasonable fee only, and as a plain payment only', async () => {
    const id = await t.createOrder();
    const dear = createEthPlan(0, { maxFeePerGas: 10n ** 13n });
    expect(await refusalOf(sign([id], dear))).toBe('BAD_PLAN');
    expect(await refusalOf(sign([id], createEthPlan(0, { chainId: 5 })))).toBe('BAD_PLAN');
    expect(await refusalOf(sign([id, await t.createOrder()]))).toBe('BAD_PLAN');
    const tron = { family: 'XRPL', sequence: 1, fee: 10n, lastLedgerSequence: 5 } as const;
    expect(await refusalOf(sign([id], tron))).toBe('BAD_PLAN');
    // The request has no field for call data: a plan with data is invalid.
    const call = { ...createEthPlan(), data: '0x095ea7b3' } as never;
    await expect(sign([id], call)).rejects.toThrow('400');
  });
});

describe('payments on a UTXO chain', () => {
  const litecoin = codecOf('LITE_COIN', 'main');
  const to = litecoin.keyOf(new Uint8Array(64).fill(4), { branch: 'hot' }).address;
  const before = (n: number) =>
    mintTransaction('LITE_COIN', [{ to, amount: 500_000_000n }], new Uint8Array(32).fill(n));
  const input = (n: number) => ({
    txid: before(n).txid,
    index: 0,
    amount: 500_000_000n,
    key: { branch: 'hot' } as const,
  });
  const order = (amount: bigint) =>
    t.createOrder({
      order: { chain: 'LITE_COIN', asset: 'LITE_COIN', tokenType: 'LITE_COIN', address: to, amount },
    });
  const signLtc = (orders: string[], inputs: number[], replaces?: string, fee = 10_000n) =>
    t.signer.sign({
      chain: 'LITE_COIN',
      orders,
      plan: { family: 'UTXO', inputs: inputs.map(input), previous: inputs.map((n) => before(n).raw), fee },
      ...(replaces && { replaces }),
    });

  it('are combined with change to ourselves, and replaced only with an input in common', async () => {
    const ids = [await order(10_000_000n), await order(20_000_000n)];
    const signed = await signLtc(ids, [1, 2]);
    const { payments, inputs } = litecoin.decode(signed.raw);
    const { chains } = await t.signer.publicKeys();
    expect(payments.map((p) => p.amount).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      10_000_000n,
      20_000_000n,
      969_990_000n,
    ]);
    expect(payments.find(({ amount }) => amount === 969_990_000n)?.to).toBe(chains.LITE_COIN?.hot);
    expect(inputs).toHaveLength(2);
    expect(await signLtc([...ids].reverse(), [3])).toEqual(signed);
    expect(await refusalOf(signLtc([ids[0] as string], [3]))).toBe('ALREADY_SIGNED');
    expect(await refusalOf(signLtc([...ids, await order(1_000_000n)], [3]))).toBe('ALREADY_SIGNED');
    expect(await refusalOf(signLtc(ids, [3], signed.txid))).toBe('ALREADY_SIGNED');
    const second = await signLtc(ids, [2, 3], signed.txid);
    // It shares an input with the second and none with the first, which might still be accepted together with it.
    expect(await refusalOf(signLtc(ids, [3, 4], second.txid))).toBe('ALREADY_SIGNED');
    expect(await refusalOf(signLtc([await order(1_000_000n)], [5], undefined, 90_000_000n))).toBe('BAD_PLAN');
  });

  it('are limited by the hourly cap, across a restart', async () => {
    const ids = [await order(100_000_000n)];
    await signLtc(ids, [10]);
    const { room, latch } = await t.signer.status();
    expect(latch).toBeNull();
    // The fees count too; of the two above only the second, which shares an input with the first.
    expect(room.LITE_COIN).toBe(200_000_000n - 30_000_000n - 100_000_000n - 2n * 10_000n);
    const last = await order(80_000_000n);
    await t.end('SIGKILL');
    await t.start();
    expect(await refusalOf(signLtc([last], [11]))).toBe('OVER_CAP');
    expect((await t.signer.status()).latch).toMatchObject({ reason: 'HOUR', about: 'LITE_COIN' });
    const small = await order(60_000_000n);
    expect(await refusalOf(signLtc([small], [12]))).toBe('LATCHED');
    // Bytes signed earlier are returned again.
    expect(await refusalOf(signLtc(ids, [13]))).toBeNull();
    t.command('release');
    expect(await refusalOf(signLtc([small], [12]))).toBeNull();
    await t.sendOperatorCommand({ caps: { coins: { LITE_COIN: { hour: '1000', day: '1000' } } } });
  });
});

/** With signatures that don't cover amounts, that cover those of their own input alone, and the fork's. */
describe.each(['DOGE_COIN', 'DASH', 'LITE_COIN', 'BITCOIN', 'BITCOIN_CASH'] as const)(
  'an input on %s',
  (chain) => {
    const to = codecOf(chain, 'main').keyOf(new Uint8Array(64).fill(4), { branch: 'hot' }).address;
    const COIN = 1_000_000n;
    const HELD = 50n * COIN;
    const before = (n: number) =>
      mintTransaction(
        chain,
        [
          { to, amount: COIN },
          { to, amount: HELD },
        ],
        new Uint8Array(32).fill(n),
      );
    const input = (n: number, amount = HELD, index = 1) => ({
      txid: before(n).txid,
      index,
      amount,
      key: { branch: 'hot' } as const,
    });
    const order = () =>
      t.createOrder({ order: { chain, asset: chain, tokenType: chain, address: to, amount: COIN } });
    const signWith = (
      id: string,
      inputs: ReturnType<typeof input>[],
      previous: readonly string[],
      replaces?: string,
    ) =>
      t.signer.sign({
        chain,
        orders: [id],
        plan: { family: 'UTXO', inputs, previous, fee: 10_000n },
        ...(replaces && { replaces }),
      });

    it('has the amount of its previous transaction, and is not signed for any other', async () => {
      const id = await order();
      const { raw } = before(1);
      const lies: [ReturnType<typeof input>[], readonly string[]][] = [
        // The difference would be lost to the miner.
        [[input(1, 2n * COIN)], [raw]],
        [[input(1, 2n * HELD)], [raw]],
        [[input(1, COIN)], []],
        [[input(1)], [before(2).raw]],
        [[input(1, HELD, 0)], [raw]],
        [[input(1, HELD, 2)], [raw]],
        // Bytes with the claimed amount, but another id.
        [
          [input(1, 2n * COIN)],
          [
            mintTransaction(
              chain,
              [
                { to, amount: COIN },
                { to, amount: 2n * COIN },
              ],
              new Uint8Array(32).fill(1),
            ).raw,
          ],
        ],
        [[input(1)], [raw.slice(0, -2)]],
        [[input(1)], [`${raw}00`]],
        [[input(1)], ['nonsense']],
        [[input(1)], ['']],
      ];
      for (const [inputs, previous] of lies)
        expect(await refusalOf(signWith(id, inputs, previous))).toBe('BAD_PLAN');
      expect(await refusalOf(signWith(id, [input(1)], [raw]))).toBeNull();
    });

    it('can’t be burnt by two wrong amounts, one in each of two transactions with the same inputs', async () => {
      const id = await order();
      const previous = [before(3).raw, before(4).raw];
      const half = [input(3), input(4, COIN)];
      expect(await refusalOf(signWith(id, half, previous))).toBe('BAD_PLAN');
      const { txid } = await signWith(id, [input(3), input(4)], previous);
      expect(await refusalOf(signWith(id, [input(3, COIN), input(4)], previous, txid))).toBe('BAD_PLAN');
    });
  },
);

describe('the signer', () => {
  it('remembers its signatures across kill -9', async () => {
    const id = await t.createOrder();
    const signed = await sign([id], createEthPlan(100));
    await t.end('SIGKILL');
    await t.start();
    expect(await sign([id], createEthPlan(101))).toEqual(signed);
  });

  it('signs nothing while withdrawals are stopped', async () => {
    const id = await t.createOrder();
    const earlierOrder = await t.createOrder();
    await sign([earlierOrder], createEthPlan(110));
    await sql`update kill_switch set stopped = true`.execute(t.db);
    expect(await refusalOf(sign([id], createEthPlan(111)))).toBe('STOPPED');
    expect(await refusalOf(sign([earlierOrder], createEthPlan(110)))).toBe('STOPPED');
    await sql`delete from kill_switch`.execute(t.db);
    expect(await refusalOf(sign([id], createEthPlan(111)))).toBe('STOPPED');
    await sql`insert into kill_switch (stopped, reason, changed_at) values (false, '', now())`.execute(t.db);
    expect(await refusalOf(sign([id], createEthPlan(111)))).toBeNull();
  });

  it('refuses requests without the token', async () => {
    for (const token of ['', 'wrong', `${t.token}x`])
      await expect(createSignerClient({ url: t.url, token }).publicKeys()).rejects.toThrow('401');
    const status = await new Promise((resolve, reject) => {
      request({ socketPath: t.url.slice(5), path: '/sign', method: 'POST' }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end('{}');
    });
    expect(status).toBe(401);
  });

  it('attests its own addresses only, and complete claims only', async () => {
    const { chains, integrityKey } = await t.signer.publicKeys();
    expect(Object.keys(chains)).toHaveLength(15);
    const place = { branch: 'deposit', index: 9 } as const;
    const address = codecOf('BITCOIN', 'main').addressOf(chains.BITCOIN?.accountPublicKey ?? '', place);
    const claim = {
      chain: 'BITCOIN',
      address,
      tag: null,
      index: 9,
      userId: newId(),
      asset: 'BITCOIN',
      tokenType: 'BITCOIN',
    } as const;
    const signature = Buffer.from(await t.signer.attest(claim), 'hex');
    expect(verifyAttestation(integrityKey, claim, signature)).toBe(true);
    expect(verifyAttestation(integrityKey, { ...claim, userId: newId() }, signature)).toBe(false);
    for (const wrong of [
      { index: 8 },
      { tag: '9' },
      { chain: 'LITE_COIN' as const },
      { asset: 'DASH' as const },
    ])
      expect(await refusalOf(t.signer.attest({ ...claim, ...wrong }))).toBe('BAD_ADDRESS');
    const shared = { ...claim, chain: 'RIPPLE', asset: 'RIPPLE', tokenType: 'RIPPLE' } as const;
    const xrp = { ...shared, address: chains.RIPPLE?.hot ?? '', index: 100_000, tag: '100000' };
    expect(await t.signer.attest(xrp)).toHaveLength(128);
    expect(await refusalOf(t.signer.attest({ ...xrp, tag: '100001' }))).toBe('BAD_ADDRESS');
    const [first, second] = await t.signer.poolAddresses('ELROND', 0, 0, 2);
    expect(first).not.toBe(second);
    const elrond = { ...claim, chain: 'ELROND', asset: 'ELROND', tokenType: 'ELROND', index: 1 } as const;
    expect(await t.signer.attest({ ...elrond, address: second ?? '' })).toHaveLength(128);
  });

  const alone = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: {
        ...minimalEnvironment(),
        DATA_DIR: t.dataDir,
        SIGNER_DATABASE_URL: t.databaseUrl,
        SIGNER_URL: `unix:${t.dataDir}/signer/twin.sock`,
        ...env,
      },
      encoding: 'utf8',
    });

  it('locks its folder against a second signer', () => {
    const { status, stderr } = alone({ MODE: 'sandbox' });
    expect(status).toBe(1);
    expect(stderr).toContain(`another signer (process ${t.child.pid})`);
  });

  it('can be restored from a backup and from a copied folder, next to a running one', async () => {
    const [backup, copy] = [join(t.dataDir, 'keys'), join(t.dataDir, 'copy')];
    const result = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, '../backup-cli.ts'),
        'backup',
        join(t.dataDir, 'database'),
        '--signer',
        backup,
      ],
      {
        env: { ...minimalEnvironment(), DATA_DIR: t.dataDir, DATABASE_URL: t.databaseUrl },
        encoding: 'utf8',
      },
    );
    expect(result.stderr).toBe('');
    expect(readdirSync(backup).sort()).toEqual(['journal.head', 'journal.jsonl', 'passphrase', 'seed.json']);
    spawnSync('cp', ['-a', join(t.dataDir, 'signer'), copy]);
    expect(readdirSync(copy)).toContain('lock');
    for (const dir of [backup, copy]) {
      const twin = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--attached'], {
        env: {
          ...minimalEnvironment(),
          DATA_DIR: t.dataDir,
          SIGNER_DIR: dir,
          SIGNER_DATABASE_URL: t.databaseUrl,
          SIGNER_URL: `unix:${dir}/signer.sock`,
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [twin.stdout, twin.stderr])
        stream.on('data', (text: Buffer) => {
          output += text;
        });
      await expect
        .poll(() => output, { timeout: 60_000 })
        .toBe(`The signer is ready at unix:${dir}/signer.sock\n`);
      const ended = new Promise((resolve) => twin.once('exit', resolve));
      twin.stdin.end();
      expect(await ended).toBe(0);
    }
  });

  it('requires the sandbox mode to be set explicitly', () => {
    const { status, stderr } = alone({});
    expect(status).toBe(1);
    expect(stderr).toContain('MODE: sandbox or production');
  });

  it('exposes no key: not in the log, the database, the journal, its arguments or its environment', async () => {
    const dir = join(t.dataDir, 'signer');
    const passphrase = readFileSync(join(dir, 'passphrase'), 'utf8').trim();
    const seed = Buffer.from(readSealedSeed(join(dir, 'seed.json'), passphrase));
    const { privateKey } = codecOf('ETHEREUM', 'main').keyOf(seed, { branch: 'hot' });
    const secrets = [seed, Buffer.from(privateKey)].flatMap((key) => [
      key.toString('hex'),
      key.toString('base64'),
    ]);
    const { rows: tables } = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db);
    const dump = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
          t.db,
        );
        return rows.map(({ row }) => row).join('\n');
      }),
    );
    expect(dump.join('')).toContain(EXTERNAL_ADDRESS);
    const outputs = [
      ...dump,
      ...t.output,
      readFileSync(join(dir, 'journal.jsonl'), 'utf8'),
      readFileSync(join(dir, 'seed.json'), 'utf8'),
      ...(hasProc ? [t.child.pid, process.pid].map(readEnvironment) : []),
    ].join('\n');
    for (const secret of [...secrets, passphrase]) expect(outputs).not.toContain(secret);
    expect(() => readSealedSeed(join(dir, 'seed.json'), 'wrong passphrase')).toThrow('does not open');
  });

  it('ends with its parent process', async () => {
    const { child } = t;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    expect(await ended).toBe(0);
    await t.start();
  });
});
