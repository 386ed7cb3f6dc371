/** Custody on its own database: identity, ledger, signer and the sandbox's chains are real; prices are not. */

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Asset, type Chain, findNetwork } from '@sarraf/domain';
import type { StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Codec } from '../src/chains/index.ts';
import { createShowAddress } from '../src/custody/addresses/addresses.ts';
import { fillPools } from '../src/custody/addresses/fill-pool.ts';
import { addApprovalRoutes } from '../src/custody/approvals/routes.ts';
import { createContext } from '../src/custody/context.ts';
import type { CustodyDeps } from '../src/custody/deps.ts';
import type { ChainNode } from '../src/custody/ports.ts';
import { addRoutes } from '../src/custody/routes.ts';
import { addSandboxChainRoutes } from '../src/custody/sandbox-routes.ts';
import { createScanner } from '../src/custody/scanning/scanner.ts';
import { loadCoins } from '../src/market/store.ts';
import { checkAudit } from '../src/platform/database/audit-log.ts';
import { createLog } from '../src/platform/log.ts';
import { toWire } from '../src/platform/wire.ts';
import { createSandboxChains } from '../src/sandbox/sandbox-chain.ts';
import { createSandboxKeys } from '../src/sandbox/sandbox-keys.ts';
import type { Allowances } from '../src/signer/allowances.ts';
import { createDefaultCaps } from '../src/signer/caps.ts';
import { createSigner, type RunningSigner, type SignerOptions } from '../src/signer/create-signer.ts';
import type { HeldSeed } from '../src/signer/generations.ts';
import { Journal } from '../src/signer/journal.ts';
import { deriveJournalKey, deriveSandboxColdAddresses } from '../src/signer/keys.ts';
import { computeOperatorMac, type OperatorCommand } from '../src/signer/operator.ts';
import { createIdentityFixture } from './identity.ts';
import { checkInvariants } from './invariants.ts';
import { getMainCodec } from './main-codecs.ts';
import { addPerson, addSession } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import { buildOperatorRequest } from './signer.ts';
import { startTestLedger } from './test-ledger.ts';

export const EOS_ACCOUNT = 'sarrafhotwal';
const NEEDED = 6;

/** No withdrawal needs staff approval by default; a test changes that with `operate`. */
const WIDE_ALLOWANCES: Allowances = (() => {
  const allowance = { withdrawal: 10n ** 20n, person: 10n ** 20n, day: 10n ** 20n };
  return { none: allowance, one: allowance };
})();
const sandboxKeys = createSandboxKeys('of the tests');

/** A seed as the ceremony would have created it. */
const createSeed = (generation: number): HeldSeed => ({
  generation,
  seed: new Uint8Array(64).fill(generation === 0 ? 7 : 70 + generation),
});

export type CustodyTestFixture = Awaited<ReturnType<typeof createCustodyFixture>>;

export interface Depositor {
  id: string;
  email: string;
  token: string;
}

/**
 * `changes` replace dependencies (another node, an unreachable signer); `bytes` replace the byte formats of the
 * main networks, where the nodes are real.
 */
export async function createCustodyFixture(
  changes: Partial<CustodyDeps> = {},
  bytes: (chain: Chain) => Codec = getMainCodec,
) {
  const base = await createIdentityFixture();
  const { db, clock, bus } = base;
  const log = createLog('silent');
  const ledger = await startTestLedger(base.url, { clock, log });
  const dir = await mkdtemp(join(tmpdir(), 'sarraf-signer-'));
  const sealKey = Buffer.alloc(32, 9);
  const codecs = new Map<Chain, Codec>();
  const codecFor = (chain: Chain) => {
    const codec = codecs.get(chain) ?? bytes(chain);
    codecs.set(chain, codec);
    return codec;
  };
  const signerNodes = new Map<Chain, ChainNode>();
  const options = {
    db,
    sealKey,
    dir,
    caps: createDefaultCaps(true),
    allowances: WIDE_ALLOWANCES,
    virtualKey: sandboxKeys.find,
    forgiven: ['MISSING' as const],
    nodeOf: (chain: Chain) => signerNodes.get(chain) ?? chains.nodes.get(chain),
    codecOf: codecFor,
    eosAccount: EOS_ACCOUNT,
    cold: deriveSandboxColdAddresses(new Uint8Array(64).fill(8), codecFor, 'sarrafcoldwa'),
    clock,
  } satisfies Omit<SignerOptions, 'seeds'>;
  let generations = [0];
  const startSigner = () => createSigner({ ...options, seeds: generations.map(createSeed) });
  let running = startSigner();
  /** The signer that runs at present. */
  const signer = Object.fromEntries(
    (Object.keys(running) as (keyof RunningSigner)[]).map((name) => [
      name,
      (argument: never, ...more: never[]) =>
        (running[name] as (...all: never[]) => Promise<unknown>)(argument, ...more),
    ]),
  ) as unknown as RunningSigner;
  const chains = createSandboxChains({ db, clock, codecOf: codecFor });
  const book = await loadCoins(db, NEEDED);
  const coin: CustodyDeps['market']['coin'] = (asset) => {
    const row = book.coins.get(asset);
    if (!row) throw new Error(`no coin ${asset}`);
    return row;
  };
  const deps: CustodyDeps = {
    db,
    ledger,
    config: { sandbox: true },
    clock,
    bus,
    log,
    market: { coin, tomanValue: (_asset, amount) => amount * 2n },
    people: base.identity.people,
    notify: base.messaging.notify,
    refusePaused() {},
    nodes: chains.nodes,
    codecOf: codecFor,
    signer,
    sealKey,
    pollMs: 20,
    sandboxChains: chains,
    sandboxKeys,
    ...changes,
  };
  const context = createContext(deps);
  const scanner = createScanner(context);
  addRoutes(base.http, context, createShowAddress(context));
  addSandboxChainRoutes(base.http, chains);
  addApprovalRoutes(base.http, context);
  await fillPools(context);

  let people = 0;
  async function person(roles: StaffRole[] = []): Promise<Depositor> {
    people += 1;
    const email = `person${people}@custody.test`;
    const id = await addPerson(db, { email, state: 'AUTHORIZED', roles });
    if (roles.length > 0)
      await sql`update users set two_step_method = 'GOOGLE_AUTHENTICATOR' where id = ${id}`.execute(db);
    return { id, email, token: await addSession(db, id, { now: context.now() }) };
  }

  const address = (by: Depositor, relatedCoin: string, tokenType = relatedCoin) =>
    base.call('GET', `/wallets/customer/wallet-address?relatedCoin=${relatedCoin}&tokenType=${tokenType}`, {
      token: by.token,
    });

  /** Pays a user's address from the faucet; it waits for a block. */
  async function pay(
    by: Depositor,
    asset: Asset,
    amount: bigint,
    tokenType: string = asset,
  ): Promise<string> {
    const depositAddress = (await address(by, asset, tokenType)).body.baseDTO;
    return chains.sendFromFaucet(getChainOf(asset, tokenType), {
      asset,
      tokenType,
      address: depositAddress.address,
      tag: depositAddress.tag,
      amount,
    });
  }

  return {
    ...base,
    context,
    deps,
    ledger,
    signer,
    chains,
    scanner,
    book,
    signerDir: dir,
    /** Nodes that the signer queries instead of the sandbox's chains. */
    signerNodes,
    /** Runs a command of the signer's operator. */
    async runOperatorCommand(
      act: OperatorCommand | { caps: object } | { allowances: object },
    ): Promise<void> {
      const { acts } = await signer.operatorView();
      const requestText = toWire({ acts, ...buildOperatorRequest(act) });
      await signer.operate({
        asked: requestText,
        mac: computeOperatorMac(createSeed(generations.at(-1) ?? 0).seed, requestText),
      });
    },
    /** Restarts the signer with the seeds of these generations; with a new one its journal crosses to it. */
    async restartSigner(seeds: readonly number[] = generations): Promise<void> {
      await running.close();
      const next = seeds.filter((generation) => !generations.includes(generation));
      if (next.length > 0) {
        const journal = new Journal(dir, generations.map(createSeed).map(deriveJournalKey), [], clock.now());
        for (const generation of next)
          journal.switchGeneration(deriveJournalKey(createSeed(generation)), clock.now(), []);
        journal.close();
      }
      generations = [...seeds];
      running = startSigner();
    },
    person,
    address,
    pay,
    /** Makes blocks, and runs the scanner. */
    async mineAndScan(chain: Chain, count = 1) {
      await chains.makeBlocks(chain, count);
      await scanner.scanOnce(chain);
    },
    async balance(owner: string, asset: Asset, kind = 'spendable'): Promise<bigint> {
      const { rows } = await sql<{ balance: bigint }>`select balance from accounts
        where owner = ${owner} and asset = ${asset} and kind = ${kind}`.execute(db);
      return rows[0]?.balance ?? 0n;
    },
    async deposits(): Promise<
      { id: string; txid: string; state: string; reason: string | null; height: bigint }[]
    > {
      const { rows } = await sql<{
        id: string;
        txid: string;
        state: string;
        reason: string | null;
        height: bigint;
      }>`
        select id, txid, state, reason, height from coin_deposits order by id`.execute(db);
      return rows;
    },
    /** Checks the ledger's laws, and that everything from outside is credited or in suspense, each deposit once. */
    async expectSoundBooks(): Promise<void> {
      expect(await checkInvariants(db)).toBeNull();
      expect(await checkAudit(db)).toBeNull();
      const { rows } = await sql`with moved as (
          select t.reference, sum(case when d.kind = 'outside' then t.amount
            when c.kind = 'outside' then -t.amount else 0 end) as net
          from transfers t join accounts d on d.id = t.debit_account join accounts c on c.id = t.credit_account
          group by t.reference
        )
        select p.id, p.state, p.amount, m.net from coin_deposits p left join moved m on m.reference = p.id
        where coalesce(m.net, 0) <> case when p.state = 'CREDITED' or p.booked then p.amount else 0 end`.execute(
        db,
      );
      expect(rows).toEqual([]);
    },
    async close(): Promise<void> {
      await scanner.stop();
      await signer.close();
      await ledger.stop();
      await base.close();
      removeFolder(dir);
    },
  };
}

export function getChainOf(asset: Asset, tokenType: string = asset): Chain {
  const network = findNetwork(asset, tokenType);
  if (!network) throw new Error(`no ${asset} on ${tokenType}`);
  return network.chain;
}
