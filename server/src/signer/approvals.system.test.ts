/**
 * Withdrawals without approval keys, for an attacker who has the database, the key of the seals and the signer's
 * socket.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asset, Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestKey, type TestKey } from '../../test/approval-key.ts';
import {
  createEthPlan,
  createSignerProcessFixture,
  type OrderTampering,
  type SignerProcessFixture,
} from '../../test/signer.ts';
import type { Assertion } from '../chains/approvals/assertion.ts';
import {
  createOperatorChallenge,
  createWithdrawalChallenge,
  type WithdrawalToApprove,
} from '../chains/approvals/challenge.ts';
import { codecOf } from '../chains/index.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import { callSigner } from '../custody/sending/signer-client.ts';
import { newId } from '../platform/ids.ts';
import { createSandboxKeys } from '../sandbox/sandbox-keys.ts';
import { formatKeyFingerprint, parseKeyFile } from './approval-keys.ts';
import type { OperatorView } from './operator.ts';

const USDT = 1_000_000n;
const thief = codecOf('ETHEREUM', 'main').keyOf(new Uint8Array(64).fill(3), { branch: 'hot' }).address;
const other = codecOf('ETHEREUM', 'main').keyOf(new Uint8Array(64).fill(4), { branch: 'hot' }).address;

let t: SignerProcessFixture;
let tara: TestKey;
let tim: TestKey;

beforeAll(async () => {
  t = await createSignerProcessFixture();
});
afterAll(() => t?.close());

const view = async () => (await callSigner(t, 'operator-view', null)) as OperatorView;
const add = (key: TestKey) => t.sendOperatorCommand({ key: key.file });
const allow = (none: string, day = '1000000', one = '1000000') =>
  t.sendOperatorCommand(
    {
      allowances: {
        none: { withdrawal: none, person: none, day },
        one: { withdrawal: one, person: one, day: one },
      },
    },
    (requestText) => [tara, tim].map((key) => key.sign(createOperatorChallenge(requestText))),
  );

/** Each test starts with the keys of two staff members. */
beforeEach(async () => {
  for (const { id } of (await view()).keys) await t.sendOperatorCommand({ removedKey: id });
  tara = createTestKey({ name: 'Tara' });
  tim = createTestKey({ name: 'Tim' });
  await allow('10000');
  await add(tara);
  await add(tim);
});

const usdt = (amount: bigint, more: OrderTampering['order'] = {}): OrderTampering => ({
  order: { asset: 'TETHER', tokenType: 'ERC20', address: thief, amount: amount * USDT, ...more },
});

async function leavingOf(id: string): Promise<WithdrawalToApprove> {
  const { rows } =
    await sql<WithdrawalToApprove>`select withdrawal_id as "withdrawalId", user_id as "userId", asset,
      token_type as "tokenType", address, tag, amount, fee from outgoing where id = ${id}`.execute(t.db);
  return rows[0] as WithdrawalToApprove;
}
const signedBy = async (id: string, ...keys: Pick<TestKey, 'sign'>[]): Promise<Assertion[]> => {
  const challenge = createWithdrawalChallenge(await leavingOf(id));
  return keys.map((key) => key.sign(challenge));
};

let nonce = 0;
const ask = (id: string, assertions: readonly Assertion[] = [], chain: Chain = 'ETHEREUM') => {
  nonce += 1;
  const approvals = assertions.map((assertion) => ({ order: id, assertion }));
  return t.signer.sign({ chain, orders: [id], plan: createEthPlan(nonce, { gasLimit: 90_000n }), approvals });
};
/** Returns the signer's refusal; null: it signed. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof SignerRefusedError)) throw error;
    return error.about ? `${error.code} ${error.about.missing}` : error.code;
  }
}

describe('a withdrawal above the allowance', () => {
  it('is not signed without approval keys, whatever the rows say', async () => {
    const id = await t.createOrder(usdt(10_001n));
    for (let staff = 0; staff < 3; staff += 1) await t.approve(id);
    expect(await refusal(ask(id))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(id, await signedBy(id, tara)))).toBeNull();
    expect((await t.signer.status()).latch).toBeNull();
    expect(await refusal(ask(await t.createOrder(usdt(10_000n))))).toBeNull();
  });

  it('is refused with the order of the transaction and the number of missing signatures', async () => {
    const id = await t.createOrder(usdt(20_000n));
    await expect(ask(id)).rejects.toMatchObject({ code: 'NEEDS_APPROVAL', about: { order: id, missing: 1 } });
  });

  it('is signed with one approval, and above the next limit with those of two different people', async () => {
    await allow('10000', '1000000', '20000');
    const id = await t.createOrder(usdt(20_001n));
    const twoOfTara = createTestKey({ staffId: tara.staffId });
    await add(twoOfTara);
    expect(await refusal(ask(id))).toBe('NEEDS_APPROVAL 2');
    expect(await refusal(ask(id, await signedBy(id, tara)))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(id, await signedBy(id, tara, tara)))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(id, await signedBy(id, tara, twoOfTara)))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(id, await signedBy(id, tara, tim)))).toBeNull();
  });

  it('two keys that may only be first count as one approval', async () => {
    await allow('10000', '1000000', '20000');
    for (const key of [tara, tim]) await t.sendOperatorCommand({ removedKey: key.id });
    const [first, alsoFirst] = [createTestKey({ second: false }), createTestKey({ second: false })];
    for (const key of [first, alsoFirst]) await add(key);
    const id = await t.createOrder(usdt(30_000n));
    expect(await refusal(ask(id, await signedBy(id, first, alsoFirst)))).toBe('NEEDS_APPROVAL 1');
    await add(tim);
    expect(await refusal(ask(id, await signedBy(id, first, tim)))).toBeNull();
  });

  it('is not approved by its owner', async () => {
    const id = await t.createOrder(usdt(20_000n, { userId: tara.staffId }));
    expect(await refusal(ask(id, await signedBy(id, tara)))).toBe('NEEDS_APPROVAL 1');
  });

  it('a fee bump needs no new approval', async () => {
    const id = await t.createOrder(usdt(20_000n));
    const first = await ask(id, await signedBy(id, tara));
    await t.sendOperatorCommand({ removedKey: tara.id });
    const { sequence } = codecOf('ETHEREUM', 'main').decode(first.raw);
    const dearer = createEthPlan(Number.parseInt(String(sequence), 10), {
      gasLimit: 90_000n,
      maxFeePerGas: 40n * 10n ** 9n,
    });
    const second = await t.signer.sign({
      chain: 'ETHEREUM',
      orders: [id],
      plan: dearer,
      replaces: first.txid,
    });
    expect(second.txid).not.toBe(first.txid);
  });
});

describe('an approval signature', () => {
  const altered: [string, Partial<WithdrawalToApprove>][] = [
    ['withdrawal', { withdrawalId: newId() }],
    ['person', { userId: newId() }],
    ['coin', { asset: 'MATIC' }],
    ['network', { tokenType: 'BEP20' }],
    ['address', { address: other }],
    ['tag', { tag: '7' }],
    ['amount', { amount: 19_999n * USDT }],
    ['fee', { fee: 999n }],
  ];
  it.each(altered)('an approval signature over a different %s does not count', async (_what, change) => {
    const id = await t.createOrder(usdt(20_000n));
    const challenge = createWithdrawalChallenge({ ...(await leavingOf(id)), ...change });
    expect(await refusal(ask(id, [tara.sign(challenge)]))).toBe('NEEDS_APPROVAL 1');
  });

  it('is valid for one payment, not for a second order of its withdrawal', async () => {
    const first = await t.createOrder(usdt(20_000n));
    const signatures = await signedBy(first, tara, tim);
    expect(await refusal(ask(first, signatures))).toBeNull();
    const { withdrawalId, userId } = await leavingOf(first);
    // As an owner of the database could change it.
    await sql`update outgoing set withdrawal_id = ${newId()} where id = ${first}`.execute(t.db);
    const again = await t.createOrder({ ...usdt(20_000n, { withdrawalId, userId }), withdrawal: null });
    expect(await refusal(ask(again, signatures))).toBe('ALREADY_SIGNED');
  });

  it('does not count if it is by a removed key, another person’s key or no key', async () => {
    const id = await t.createOrder(usdt(20_000n));
    const signatures = await signedBy(id, tara);
    await t.sendOperatorCommand({ removedKey: tara.id });
    expect(await refusal(ask(id, signatures))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(id, await signedBy(id, createTestKey())))).toBe('NEEDS_APPROVAL 1');
    // Tim's id over another key's signature.
    const stranger = createTestKey({ id: tim.id, staffId: tim.staffId });
    expect(await refusal(ask(id, await signedBy(id, stranger)))).toBe('NEEDS_APPROVAL 1');
    // Rows of the database are not keys.
    await t.approve(id, tim.staffId);
    expect(await refusal(ask(id))).toBe('NEEDS_APPROVAL 1');
  });

  it('does not count without user presence, or from another origin', async () => {
    const id = await t.createOrder(usdt(20_000n));
    const challenge = createWithdrawalChallenge(await leavingOf(id));
    for (const wrong of [
      { flags: 0x01 },
      { flags: 0x04 },
      { origin: 'https://sarraf.example.evil.test' },
      { type: 'webauthn.create' },
    ])
      expect(await refusal(ask(id, [tara.sign(challenge, wrong)]))).toBe('NEEDS_APPROVAL 1');
  });

  it('is also made by the sandbox’s virtual key, whose secret no production system has', async () => {
    const id = await t.createOrder(usdt(20_000n));
    const stranger = createSandboxKeys('another secret');
    const challenge = createWithdrawalChallenge(await leavingOf(id));
    expect(await refusal(ask(id, [stranger.sign(newId(), challenge)]))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(id, [t.sandboxKeys.sign(newId(), challenge)]))).toBeNull();
  });
});

describe('a production signer', () => {
  it('accepts no virtual key, and starts with allowances that match the hot wallet’s limit', async () => {
    const production = await createSignerProcessFixture({}, true);
    try {
      const { allowances } = (await callSigner(production, 'operator-view', null)) as OperatorView;
      expect(allowances).toEqual({
        none: { withdrawal: 10_000n * USDT, person: 10_000n * USDT, day: 100_000n * USDT },
        one: { withdrawal: 50_000n * USDT, person: 100_000n * USDT, day: 500_000n * USDT },
      });
      const id = await production.createOrder(usdt(20_000n));
      const [leaving] = (
        await sql<WithdrawalToApprove>`select withdrawal_id as "withdrawalId", user_id as "userId", asset,
          token_type as "tokenType", address, tag, amount, fee from outgoing where id = ${id}`.execute(
          production.db,
        )
      ).rows;
      const challenge = createWithdrawalChallenge(leaving as WithdrawalToApprove);
      const requestSigning = (assertion: Assertion) =>
        refusal(
          production.signer.sign({
            chain: 'ETHEREUM',
            orders: [id],
            plan: createEthPlan(1, { gasLimit: 90_000n }),
            approvals: [{ order: id, assertion }],
          }),
        );
      expect(await requestSigning(production.sandboxKeys.sign(newId(), challenge))).toBe('NEEDS_APPROVAL 1');
      await production.sendOperatorCommand({ key: tara.file });
      expect(await requestSigning(tara.sign(challenge))).toBeNull();
    } finally {
      await production.close();
    }
  });
});

describe('the allowance', () => {
  it('counts one user’s withdrawals of a day, across kill -9', async () => {
    const userId = newId();
    const order = (amount: bigint) => t.createOrder(usdt(amount, { userId }));
    expect(await refusal(ask(await order(6_000n)))).toBeNull();
    await t.end('SIGKILL');
    await t.start();
    const second = await order(4_001n);
    expect(await refusal(ask(second))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(second, await signedBy(second, tim)))).toBeNull();
    // An approved withdrawal does not count towards the allowance without approval.
    expect(await refusal(ask(await order(4_000n)))).toBeNull();
    expect(await refusal(ask(await order(1n)))).toBe('NEEDS_APPROVAL 1');
  });

  it('limits all users together, against an attacker who invents users', async () => {
    const spent = await spentWith();
    await allow('10000', String(spent + 25_000n));
    const got = [];
    for (let i = 0; i < 4; i += 1) got.push(await refusal(ask(await t.createOrder(usdt(10_000n)))));
    expect(got).toEqual([null, null, 'NEEDS_APPROVAL 1', 'NEEDS_APPROVAL 1']);
    expect(await refusal(ask(await t.createOrder(usdt(5_000n))))).toBeNull();
  });

  it('limits withdrawals with one signature, against an attacker who controls one staff member', async () => {
    const spent = await spentWith(tara);
    await allow('0', '0', String(spent + 25_000n));
    const got = [];
    for (let i = 0; i < 4; i += 1) {
      const id = await t.createOrder(usdt(10_000n));
      got.push(await refusal(ask(id, await signedBy(id, tara))));
    }
    expect(got).toEqual([null, null, 'NEEDS_APPROVAL 1', 'NEEDS_APPROVAL 1']);
    const id = await t.createOrder(usdt(10_000n));
    expect(await refusal(ask(id, await signedBy(id, tara, tim)))).toBeNull();
  });

  it('values coins at the ceilings of the caps', async () => {
    await allow('10000');
    const ether = (amount: bigint) =>
      t.createOrder({ order: { asset: 'ETHEREUM' as Asset, tokenType: 'ETHEREUM', address: thief, amount } });
    expect(await refusal(ask(await ether(10n ** 18n + 1n)))).toBe('NEEDS_APPROVAL 1');
    expect(await refusal(ask(await ether(10n ** 18n)))).toBeNull();
  });

  /** Returns the sum of the day with these keys, over all tests; whole USDT. */
  async function spentWith(...keys: TestKey[]): Promise<bigint> {
    let [low, high] = [0n, 1_000_000n];
    // Bisects by whether 1 USDT still fits.
    while (low < high) {
      const middle = (low + high) / 2n;
      if (keys.length === 0) await allow('10000', String(middle), '0');
      else await allow('0', '0', String(middle));
      const id = await t.createOrder(usdt(1n));
      if ((await refusal(ask(id, await signedBy(id, ...keys)))) === null) high = middle;
      else low = middle + 1n;
    }
    return high;
  }
});

describe('a change that allows more', () => {
  const sign = (requestText: string, ...keys: TestKey[]) =>
    keys.map((key) => key.sign(createOperatorChallenge(requestText)));
  const refusalOfCommand = (act: Parameters<typeof t.sendOperatorCommand>[0], ...keys: TestKey[]) =>
    refusal(t.sendOperatorCommand(act, (requestText) => sign(requestText, ...keys)));

  it('needs the passphrase and two staff members for caps, ceilings, allowances and cold addresses', async () => {
    const { caps } = await view();
    const more = [
      { caps: { coins: { DASH: { hour: '10000000', day: '20000000' } } } },
      { caps: { total: { hour: '9000000000', day: '9000000000' } } },
      { caps: { ceilings: { BITCOIN: '1' } } },
      { allowances: { none: { withdrawal: '20000' } } },
      { allowances: { one: { day: '2000000' } } },
      { cold: { chain: 'ETHEREUM', address: other } },
    ];
    for (const act of more) {
      expect(await refusalOfCommand(act)).toBe('NEEDS_APPROVAL');
      expect(await refusalOfCommand(act, tara)).toBe('NEEDS_APPROVAL');
      expect(await refusalOfCommand(act, tara, tara)).toBe('NEEDS_APPROVAL');
      expect(await refusalOfCommand(act, tara, createTestKey())).toBe('NEEDS_APPROVAL');
    }
    expect((await view()).caps).toEqual(caps);
    for (const act of more) expect(await refusalOfCommand(act, tara, tim)).toBeNull();
    expect((await view()).cold.ETHEREUM).toBe(other);
    await t.sendOperatorCommand({ caps: { ceilings: { BITCOIN: '200000' } } });
  });

  it('needs signatures for exactly this change', async () => {
    const act = { caps: { coins: { DASH: { hour: '20000000', day: '40000000' } } } };
    let signatures: Assertion[] = [];
    await t.sendOperatorCommand({ caps: { coins: { DASH: { hour: '1', day: '1' } } } });
    await t.sendOperatorCommand(act, (requestText) => {
      signatures = sign(requestText, tara, tim);
      return signatures;
    });
    await t.sendOperatorCommand({ caps: { coins: { DASH: { hour: '1', day: '1' } } } });
    expect(await refusal(t.sendOperatorCommand(act, () => signatures))).toBe('NEEDS_APPROVAL');
  });

  it('a restriction or the removal of a key needs the passphrase alone; so does any change while there are no keys', async () => {
    expect(await refusalOfCommand({ caps: { coins: { DASH: { hour: '1', day: '1' } } } })).toBeNull();
    expect(await refusalOfCommand({ allowances: { none: { person: '1' } } })).toBeNull();
    expect(await refusalOfCommand({ cold: { chain: 'ETHEREUM', address: null } })).toBeNull();
    expect((await view()).cold.ETHEREUM).toBeUndefined();
    await t.sendOperatorCommand({ removedKey: tim.id });
    expect(await refusalOfCommand({ cold: { chain: 'ETHEREUM', address: other } })).toBe('NEEDS_APPROVAL');
    expect(await refusalOfCommand({ cold: { chain: 'ETHEREUM', address: other } }, tara)).toBeNull();
    await t.sendOperatorCommand({ removedKey: tara.id });
    expect(await refusalOfCommand({ cold: { chain: 'ETHEREUM', address: thief } })).toBeNull();
    expect(await refusalOfCommand({ cold: { chain: 'ETHEREUM', address: 'nonsense' } })).toBe('NOT_APPROVED');
  });

  it('a transfer to a cold address that was not set is not signed', async () => {
    await t.sendOperatorCommand({ cold: { chain: 'ETHEREUM', address: other } }, (requestText) =>
      sign(requestText, tara, tim),
    );
    const move = (address: string) =>
      t.createOrder({ order: { kind: 'COLD', address, userId: null, withdrawalId: null, amount: 1n } });
    expect(await refusal(ask(await move(thief)))).toBe('BAD_ADDRESS');
    expect(await refusal(ask(await move(other)))).toBeNull();
  });

  it('one key belongs to one person', async () => {
    expect(await refusalOfCommand({ key: createTestKey({ id: tara.id }).file })).toBe('NOT_APPROVED');
    expect(await refusalOfCommand({ key: createTestKey({ publicKey: tara.publicKey }).file })).toBe(
      'NOT_APPROVED',
    );
    await t.sendOperatorCommand({ removedKey: tara.id });
    expect(await refusalOfCommand({ removedKey: tara.id })).toBe('NOT_APPROVED');
  });
});

describe('commands next to a running signer', () => {
  const file = (name: string, text: string): string => {
    const path = join(t.dataDir, name);
    writeFileSync(path, text);
    return path;
  };
  afterEach(() => t.sendOperatorCommand({ caps: { ceilings: { DASH: '500' } } }));

  it('enrol a key, and execute a change signed by its owner', async () => {
    for (const { id } of (await view()).keys) await t.sendOperatorCommand({ removedKey: id });
    const output = t.command('keys', ['add', file('tara.json', tara.file)]);
    expect(output).toContain('Tara (first or second)');
    expect(output).toContain(`fingerprint  ${formatKeyFingerprint(tara)}`);
    const caps = file('caps.json', '{"ceilings":{"DASH":"1"}}');
    let requestText = '';
    try {
      t.command('caps', caps);
    } catch (error) {
      requestText = (error as Error).message.split('\n').find((line) => line.startsWith('{')) ?? '';
    }
    const signed = file('signed.json', JSON.stringify(tara.sign(createOperatorChallenge(requestText))));
    expect(JSON.parse(t.command('caps', [caps, signed])).ceilings.DASH).toBe('1.00');
    expect(JSON.parse(t.command('cold', ['TRON', 'none'])).TRON).toBeUndefined();
  });

  it('refuse keys of the sandbox, of an insecure page or of an unknown type', () => {
    for (const wrong of [
      createTestKey({ id: `sandbox-${newId()}` }),
      createTestKey({ origin: 'http://sarraf.example' }),
      createTestKey({ origin: 'https://sarraf.example/page' }),
      createTestKey({ publicKey: 'bm90aGluZw' }),
    ])
      expect(() => parseKeyFile(wrong.file)).toThrow();
  });
});
