import {
  AppError,
  ASSETS,
  COINS,
  findNetwork,
  type Pausable,
  parseAddress,
  parsePaymentLink,
} from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CustodyTestFixture, createCustodyFixture, type Depositor } from '../../../test/custody.ts';
import { readQrCode } from '../../../test/read-qr.ts';
import { createContext } from '../context.ts';
import { createShowAddress } from './addresses.ts';
import { fillPools } from './fill-pool.ts';
import { isOwnAddress } from './is-ours.ts';

let t: CustodyTestFixture;
const paused = new Set<string>();
const refusePaused = (needs: readonly Pausable[]) => {
  for (const { name } of needs) if (paused.has(name)) throw new AppError('PAUSED', { data: { name } });
};
beforeAll(async () => {
  t = await createCustodyFixture({ refusePaused });
});
afterAll(() => t.close());

const NETWORKS = COINS.flatMap((asset) =>
  ASSETS[asset].networks.flatMap(({ tokenType }) => findNetwork(asset, tokenType) ?? []),
);

describe('a deposit address', () => {
  it.each(NETWORKS)(
    'of $asset on $tokenType is valid and stays the same',
    async ({ asset, tokenType, tagNeeded }) => {
      const person = await t.person();
      const { status, body } = await t.address(person, asset, tokenType);
      expect(status).toBe(200);
      const { address, tag, qrCode, paymentLink, linkQrCode, neededConfirmations, contract } = body.baseDTO;
      expect(parseAddress(asset, tokenType, address)?.address).toBe(address);
      expect(tag === null).toBe(!tagNeeded);
      if (tagNeeded) expect(tag).toMatch(/^\d{6,}$/);
      expect(await readQrCode(qrCode)).toBe(address);
      expect(linkQrCode === null).toBe(paymentLink === null);
      if (paymentLink !== null && linkQrCode !== null) {
        expect(await readQrCode(linkQrCode)).toBe(paymentLink);
        expect(parsePaymentLink(asset, tokenType, paymentLink)).toEqual({ address, tag, error: null });
      }
      expect(neededConfirmations).toBeGreaterThan(0);
      expect(contract === null).toBe(asset !== 'TETHER');
      expect((await t.address(person, asset, tokenType)).body).toEqual(body);
    },
  );

  it.each(['DEPOSIT_ADDRESS', 'TETHER'])(
    'is not created while %s is paused, but an existing one is still returned',
    async (name) => {
      const [old, fresh] = [await t.person(), await t.person()];
      const { body } = await t.address(old, 'TETHER', 'TRC20');
      paused.add(name);
      try {
        expect((await t.address(fresh, 'TETHER', 'TRC20')).body).toMatchObject({
          message: 'PAUSED',
          data: { name },
        });
        expect((await t.address(old, 'TETHER', 'TRC20')).body).toEqual(body);
        const other = await t.address(fresh, 'BITCOIN', 'BITCOIN');
        expect(other.status).toBe(name === 'TETHER' ? 200 : 503);
      } finally {
        paused.clear();
      }
      expect((await t.address(fresh, 'TETHER', 'TRC20')).status).toBe(200);
    },
  );

  it('is unique to one user: tags and addresses differ', async () => {
    for (const { asset, tokenType } of NETWORKS) {
      const places = await Promise.all(
        [await t.person(), await t.person()].map(async (one) => {
          const { address, tag } = (await t.address(one, asset, tokenType)).body.baseDTO;
          return `${address} ${tag}`;
        }),
      );
      expect(new Set(places).size).toBe(2);
    }
  });

  it('is unique to one user on all chains that share keys, so a coin sent over the wrong network is not credited to another user', async () => {
    const chains = ['ETHEREUM', 'BINANCE_COIN_BSC', 'MATIC', 'CELO'] as const;
    const owners = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      for (const chain of chains) {
        const person = await t.person();
        const { address } = (await t.address(person, chain)).body.baseDTO;
        expect(owners.get(address)).toBeUndefined();
        owners.set(address, person.id);
        for (const other of chains) expect(await isOwnAddress(t.context, other, other, address)).toBe(true);
      }
    }
  });

  it('refuses unknown coins and networks, and networks that are off', async () => {
    const person = await t.person();
    for (const [coin, network] of [
      ['NONSENSE', 'BITCOIN'],
      ['BITCOIN', 'ERC20'],
      ['TOMAN', 'TOMAN'],
      ['constructor', 'BITCOIN'],
    ] as const) {
      const { status, body } = await t.address(person, coin, network);
      expect([status, body.message]).toEqual([404, 'You Dont Have This Coin Wallet']);
    }
    const network = t.book.coins.get('DASH')?.networks[0];
    if (network) network.depositEnabled = false;
    expect((await t.address(person, 'DASH')).body.message).toBe('DEPOSIT_NOT_AVAILABLE');
    if (network) network.depositEnabled = true;
    const { body } = await t.address(person, 'BINANCE_COIN');
    expect(body.message).toBe('You Dont Have This Coin Wallet');
  });

  it('is created once when many first requests arrive concurrently in several processes', async () => {
    const person = await t.person();
    const other = createShowAddress(createContext(t.deps));
    const query = { relatedCoin: 'ETHEREUM', tokenType: 'ETHEREUM' };
    const calls = Array.from({ length: 100 }, (_, i) =>
      i % 2 === 0
        ? t.address(person, 'ETHEREUM').then(({ body }) => body.baseDTO.address)
        : other(person.id, query).then(({ address }) => address),
    );
    expect(new Set(await Promise.all(calls)).size).toBe(1);
    const { rows } = await sql`select 1 from deposit_addresses where user_id = ${person.id}`.execute(t.db);
    expect(rows.length).toBe(1);
  });

  it('is not created while the signer is unreachable, and is created once it is back', async () => {
    const person = await t.person();
    let away = true;
    const signer = {
      ...t.signer,
      attest: (claim: Parameters<typeof t.signer.attest>[0]) =>
        away ? Promise.reject(new Error('away')) : t.signer.attest(claim),
    };
    const show = createShowAddress(createContext({ ...t.deps, signer }));
    for (const [relatedCoin, tokenType] of [
      ['TRON', 'TRON'],
      ['ELROND', 'ELROND'],
    ] as const)
      await expect(show(person.id, { relatedCoin, tokenType })).rejects.toThrow('Not Enough HDWallets');
    const { rows } = await sql`select 1 from deposit_addresses where user_id = ${person.id}`.execute(t.db);
    expect(rows).toEqual([]);
    away = false;
    expect((await show(person.id, { relatedCoin: 'TRON', tokenType: 'TRON' })).address).toMatch(/^T/);
  });

  it('is rejected by the signer when another user’s address was put into the pool', async () => {
    const before = await sql<{ n: number }>`delete from address_pool returning key_index`.execute(t.db);
    expect(before.rows.length).toBeGreaterThan(100);
    await sql`insert into address_pool values ('ELROND', 100000,
      'erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqllls0lczs7')`.execute(t.db);
    const person = await t.person();
    expect((await t.address(person, 'ELROND')).body.message).toBe('Not Enough HDWallets');
    await sql`delete from address_pool`.execute(t.db);
    expect((await t.address(person, 'ELROND')).body.message).toBe('Not Enough HDWallets');
    await Promise.all([fillPools(t.context), fillPools(createContext(t.deps))]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from address_pool`.execute(t.db);
    expect(rows[0]?.n).toBe(200);
    expect((await t.address(person, 'ELROND')).status).toBe(200);
  });
});

describe('S43: an address row that was changed in the database', () => {
  const CHANGES = {
    address: sql`address = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx'`,
    owner: null,
    signature: sql`signature = '\\x00'`,
    'key index': sql`key_index = key_index + 1000`,
    tag: sql`tag = '5'`,
  } as const;

  it.each(Object.entries(CHANGES))('is not returned: %s', async (_name, change) => {
    const [victim, thief] = [await t.person(), await t.person()];
    await t.address(victim, 'BITCOIN');
    const set = change ?? sql`user_id = ${thief.id}`;
    await sql`update deposit_addresses set ${set} where user_id = ${victim.id}`.execute(t.db);
    const caller = change ? victim : thief;
    for (let i = 0; i < 2; i += 1)
      expect((await t.address(caller, 'BITCOIN')).body.message).toBe('Not Enough HDWallets');
    const { rows } = await sql`select 1 from audit_log where action = 'address tampered'
      and subject_id = ${caller.id}`.execute(t.db);
    expect(rows.length).toBe(1);
  });

  it('is not returned when it is signed but not derived from our keys', async () => {
    const [one, two] = [await t.person(), await t.person()];
    await t.address(one, 'XRP' as 'RIPPLE');
    await t.address(one, 'RIPPLE');
    await t.address(two, 'RIPPLE');
    await sql`update deposit_addresses set tag = '99' where user_id = ${one.id}`.execute(t.db);
    expect((await t.address(one, 'RIPPLE')).body.message).toBe('Not Enough HDWallets');
    expect((await t.address(two, 'RIPPLE')).status).toBe(200);
  });

  it('is not credited: deposits to it wait for the staff', async () => {
    const [victim, thief] = [await t.person(), await t.person()];
    await t.scanner.scanOnce('LITE_COIN');
    const txid = await t.pay(victim, 'LITE_COIN', 5_000_000n);
    await sql`update deposit_addresses set user_id = ${thief.id} where user_id = ${victim.id}`.execute(t.db);
    await t.mineAndScan('LITE_COIN', 8);
    await t.mineAndScan('LITE_COIN', 1);
    const deposit = (await t.deposits()).find((deposit) => deposit.txid === txid);
    expect(deposit).toMatchObject({ state: 'UNCLAIMED', reason: 'RETIRED_ADDRESS' });
    expect(await t.balance(thief.id, 'LITE_COIN')).toBe(0n);
    await t.expectSoundBooks();
  });
});

describe('a deposit address that the staff retires', () => {
  const retire = async (by: Depositor, id: string, relatedCoin = 'RIPPLE', tokenType = relatedCoin) => {
    const { status, body } = await t.call('POST', `/backoffice/people/${id}/retire-address`, {
      token: by.token,
      body: { relatedCoin, tokenType, reason: 'published by somebody' },
    });
    return status === 200 ? 'OK' : body.message;
  };
  const readAddress = async (by: Depositor, coin: 'RIPPLE' | 'BITCOIN') =>
    (await t.address(by, coin)).body.baseDTO as { address: string; tag: string | null };

  it.each(['BITCOIN', 'RIPPLE'] as const)(
    'of %s is replaced, and later deposits to it wait for the staff',
    async (coin) => {
      const [person, staff] = [await t.person(), await t.person(['treasury'])];
      await t.scanner.scanOnce(coin);
      const amount = 100_000_000n;
      const before = await readAddress(person, coin);
      // This payment was seen before the address was retired, so it is credited.
      await t.pay(person, coin, amount);
      await t.scanner.scanOnce(coin);
      expect(await retire(staff, person.id, coin)).toBe('OK');
      await t.mineAndScan(coin, 7);
      expect(await t.balance(person.id, coin)).toBe(amount);
      const after = await readAddress(person, coin);
      expect([after.address, after.tag]).not.toEqual([before.address, before.tag]);
      expect(await readAddress(person, coin)).toEqual(after);

      await t.chains.sendFromFaucet(coin, { asset: coin, tokenType: coin, amount, ...before });
      await t.pay(person, coin, amount);
      await t.mineAndScan(coin, 7);
      expect(await t.balance(person.id, coin)).toBe(2n * amount);
      const { rows } = await sql<{ reason: string }>`select reason from coin_deposits
      where user_id = ${person.id} and state = 'UNCLAIMED'`.execute(t.db);
      expect(rows).toEqual([{ reason: 'RETIRED_ADDRESS' }]);
      const { rows: entries } = await sql<{ address: string }>`select detail::json ->> 'address' as address
      from audit_log where action = 'address retired' and subject_id = ${person.id}`.execute(t.db);
      expect(entries).toEqual([{ address: before.address }]);
    },
  );

  it('must exist and must not be the staff member’s own', async () => {
    const [person, staff] = [await t.person(), await t.person(['treasury'])];
    expect(await retire(staff, person.id)).toBe('NOT_FOUND');
    expect(await retire(staff, 'x')).toBe('NOT_FOUND');
    expect(await retire(staff, person.id, 'TETHER', 'RIPPLE')).toBe('You Dont Have This Coin Wallet');
    expect(await retire(staff, staff.id)).toBe('SECOND_PERSON_NEEDED');
    expect(await retire(person, person.id)).toBe('FORBIDDEN');
    await readAddress(person, 'RIPPLE');
    const answers = await Promise.all([retire(staff, person.id), retire(staff, person.id)]);
    expect(answers.sort()).toEqual(['NOT_FOUND', 'OK']);
  });
});
