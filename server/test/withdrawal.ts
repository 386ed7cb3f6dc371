/** Withdrawals on their own database: identity, ledger, custody and signer are real; prices and Shebas are not. */

import { AppError, type Asset, formatAmount, parseTrustedDecimal, pow10, scaleOf } from '@sarraf/domain';
import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { INVARIANTS } from '../src/audit/index.ts';
import { createCustody } from '../src/custody/index.ts';
import { userAccount } from '../src/ledger/index.ts';
import { checkAudit } from '../src/platform/database/audit-log.ts';
import { newId } from '../src/platform/ids.ts';
import { createWithdrawal, type WithdrawalDeps } from '../src/withdrawal/index.ts';
import { type CustodyTestFixture, createCustodyFixture, type Depositor } from './custody.ts';
import { checkInvariants } from './invariants.ts';
import { addSession } from './people.ts';
import { fundAccount } from './seed.ts';

export type WithdrawalFixture = Awaited<ReturnType<typeof createWithdrawalFixture>>;
export type Person = Depositor;

export const BITCOIN = 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv';
export const OTHER_BITCOIN = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx';
export const RIPPLE = 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ';
export const SHEBA = '550570022080013447370101';

export interface IntentBody {
  amount: string;
  relatedCoin: string;
  tokenType?: string;
  destinationWalletAddress: string;
  tag?: string;
}

export const bitcoinIntent = (amount: string, more: Partial<IntentBody> = {}): IntentBody => ({
  amount,
  relatedCoin: 'BITCOIN',
  tokenType: 'BITCOIN',
  destinationWalletAddress: BITCOIN,
  ...more,
});
export const tomanIntent = (amount: string, more: Partial<IntentBody> = {}): IntentBody => ({
  amount,
  relatedCoin: 'TOMAN',
  tokenType: 'TOMAN',
  destinationWalletAddress: SHEBA,
  ...more,
});

export async function createWithdrawalFixture(changes: Partial<WithdrawalDeps> = {}) {
  const base = await createCustodyFixture();
  const { db, http, clock } = base;
  const custody = createCustody(base.deps);
  /** Toman for one coin; null: no price. */
  const prices = new Map<Asset, bigint | null>([['BITCOIN', 100_000_000n]]);
  const shebas = new Map<string, { id: string; masked: string; number: string }[]>();
  const holds = { deposit: null as Date | null };
  /** Names of features and coins. */
  const paused = new Set<string>();
  const deps: WithdrawalDeps = {
    db,
    ledger: base.ledger,
    clock,
    bus: base.bus,
    log: base.deps.log,
    secrets: base.secrets,
    market: {
      coin: base.deps.market.coin,
      tomanValue(asset, amount) {
        if (asset === 'TOMAN') return amount;
        const price = prices.get(asset) ?? (prices.has(asset) ? null : 1_000n);
        return price === null ? null : (amount * price * pow10(scaleOf('TOMAN'))) / pow10(scaleOf(asset));
      },
    },
    people: base.identity.people,
    intents: base.identity.intents,
    notify: base.messaging.notify,
    refusePaused(needs) {
      const need = needs.find(({ name }) => paused.has(name));
      if (need) throw new AppError('PAUSED', { data: { ...need } });
    },
    verifiedShebas: async (userId) => shebas.get(userId) ?? [],
    custody,
    chains: base.deps.nodes,
    depositHold: async () => holds.deposit,
    spendable: (userId, asset) => base.balance(userId, asset),
    promisePayout: async (now) => new Date(now.getTime() + 86_400_000),
    ...changes,
  };
  const withdrawal = createWithdrawal(deps);
  withdrawal.routes(http);

  async function credit(userId: string, asset: Asset, amount: string): Promise<void> {
    await fundAccount(base.ledger, userAccount(userId, asset), parseTrustedDecimal(amount, scaleOf(asset)));
  }

  /** Calls with a session confirmed for the path's change, if it requires that. */
  const callProved = async (
    by: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    key?: string,
  ) => {
    await base.proveFor(method, path, by.token);
    return http.app
      .inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${by.token}`,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { payload: body }),
      })
      .then((answer) => ({ status: answer.statusCode, body: answer.json() }));
  };

  /** Sends codes without rate limits. */
  async function sendCode(by: Person, intent: IntentBody) {
    await sql`delete from limit_counters`.execute(db);
    return callProved(by, 'POST', '/users/send-code', intent);
  }
  async function requestCode(by: Person, intent: IntentBody): Promise<string> {
    const reply = await sendCode(by, intent);
    expect(reply.body).toMatchObject({ status: 'OK' });
    return base.codeFor(by.email);
  }
  const request = (
    by: Person,
    intent: IntentBody,
    code: string,
    more: { key?: string; smsCode?: string } = {},
  ) =>
    callProved(
      by,
      'POST',
      '/wallets/withdrawal-request',
      { ...intent, code, ...(more.smsCode !== undefined && { smsCode: more.smsCode }) },
      more.key,
    );

  let people = 0;
  return {
    ...base,
    custody,
    deps,
    withdrawal,
    prices,
    shebas,
    paused,
    holds,
    give: credit,
    send: callProved,
    sendCode,
    codeOf: requestCode,
    request,
    /** Requests the code and the withdrawal; returns the row. */
    async withdraw(by: Person, intent: IntentBody): Promise<WithdrawalRow> {
      const answer = await request(by, intent, await requestCode(by, intent));
      expect(answer.body).toMatchObject({ status: 'OK' });
      return answer.body.baseDTO;
    },
    /** A verified user with 10 BITCOIN, 1,000,000,000 Toman and a Sheba. */
    async createFundedPerson(): Promise<Person> {
      const by = await base.person();
      people += 1;
      await credit(by.id, 'BITCOIN', '10');
      await credit(by.id, 'TOMAN', '1000000000');
      shebas.set(by.id, [{ id: newId(), masked: `IR55${'*'.repeat(20)}0101`, number: SHEBA }]);
      await sql`update users set mobile = ${`+98912000${1000 + people}`} where id = ${by.id}`.execute(db);
      return by;
    },
    /** Signs with the staff member's key, where required. */
    async approve(by: Person, id: string) {
      const { status, body } = await callProved(by, 'GET', `/backoffice/withdrawals/${id}/approval`);
      const assertion = status === 200 && base.deps.sandboxKeys?.sign(by.id, body.baseDTO.challenge);
      return callProved(by, 'POST', `/backoffice/withdrawals/${id}/approve`, {
        ...(assertion && { assertion }),
      });
    },
    /** A new session, confirmed now. */
    newSession: (by: Person) => addSession(db, by.id, { now: new Date(clock.now()) }),
    list: async (by: Person, query = ''): Promise<WithdrawalRow[]> =>
      (await callProved(by, 'GET', `/wallets/withdrawal-requests${query}`)).body.content,
    async runJob(name: string, payload: unknown = {}): Promise<void> {
      await withdrawal.jobs.find((job) => job.name === name)?.run(payload);
    },
    /** Spendable and blocked, as shown to the user. */
    async readBalances(by: Person, asset: Asset): Promise<[string, string]> {
      const [spendable, blocked] = await Promise.all([
        base.balance(by.id, asset),
        base.balance(by.id, asset, 'blocked'),
      ]);
      return [formatAmount(spendable, asset), formatAmount(blocked, asset)];
    },
    expectSoundBooks: () => expectSoundWithdrawals(base),
  };
}

/**
 * Checks the ledger's laws; I6: blocked amounts equal waiting withdrawals; each hold once; a reservation for each
 * that counts.
 */
async function expectSoundWithdrawals({ db }: CustodyTestFixture): Promise<void> {
  // Tests of withdrawals take Toman for the bank without a batch.
  const { rows: batches } = await sql`select from payouts limit 1`.execute(db);
  const laws =
    batches.length > 0 ? INVARIANTS : INVARIANTS.filter(({ name }) => !name.includes('bank payout'));
  expect(await checkInvariants(db, laws)).toBeNull();
  expect(await checkAudit(db)).toBeNull();
  const { rows: blocked } = await sql`with waiting as (
      select w.user_id::text as owner, w.asset, sum(w.amount) as amount from withdrawals w
      left join outgoing o on o.withdrawal_id = w.id
      where w.state in ('REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'REFUSING')
        and o.transaction_id is null
      group by w.user_id, w.asset
    )
    select a.owner, a.asset, a.balance, w.amount from accounts a
    full join waiting w on w.owner = a.owner and w.asset = a.asset
    where (a.kind is null or a.kind = 'blocked') and coalesce(a.balance, 0) <> coalesce(w.amount, 0)`.execute(
    db,
  );
  expect(blocked).toEqual([]);
  const { rows: held } = await sql`select w.id, count(t.id) from withdrawals w
    left join transfers t on t.reference = w.id and t.kind = 'hold'
    group by w.id, w.amount having count(t.id) <> 1 or sum(t.amount) <> w.amount`.execute(db);
  expect(held).toEqual([]);
  const { rows: places } = await sql`select w.id, w.state, p.state as place from withdrawals w
    left join withdrawal_places p on p.id = w.id
    where p.state is distinct from
      case when w.state in ('CANCELLED', 'REFUSED', 'RETURNED') then 'RELEASED' else 'USED' end
      and w.state not in ('CANCELLING', 'REFUSING')`.execute(db);
  expect(places).toEqual([]);
}
