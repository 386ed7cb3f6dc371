/**
 * Checks the ledger's invariants from plain rows: without code of the product or laws of its audit, with its own
 * sums in bigints. It folds the journal as it grows, and reports violations as text; a new instance checks
 * everything from the beginning.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Operation } from './history.ts';

const PAGE_SIZE = 20_000;
const TEN = 10n;
/** Decimals of the assets that the load uses. */
const ASSET_SCALES: Record<string, bigint> = { BITCOIN: 8n, LITE_COIN: 8n };
const PENDING_STATES = ['REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'REFUSING'];
/** Progress of a withdrawal, which never decreases. */
const STATE_RANKS: Record<string, number> = {
  REVIEW: 0,
  APPROVED: 1,
  CANCELLING: 2,
  REFUSING: 2,
  BATCHED: 2,
  CANCELLED: 9,
  REFUSED: 9,
  PAID: 8,
  DONE: 8,
  RETURNED: 9,
};

interface Account {
  owner: string;
  asset: string;
  kind: string;
  balance: bigint;
}
interface Transfer {
  id: bigint;
  from: string;
  to: string;
  amount: bigint;
  kind: string;
  reference: string;
}
type Row = Record<string, string | null>;
/** Columns that are never null. */
type NonNullRow = Record<string, string>;

/** A multiset; two are compared by removing one from the other. */
class Multiset {
  readonly #counts = new Map<string, number>();
  add(what: string, count = 1): void {
    const next = (this.#counts.get(what) ?? 0) + count;
    if (next === 0) this.#counts.delete(what);
    else this.#counts.set(what, next);
  }
  *listDifferences(): Generator<[string, number]> {
    yield* this.#counts;
  }
}

export class LedgerChecker {
  /** Balances folded from the journal up to `#seen`, by account. */
  readonly #fold = new Map<string, bigint>();
  readonly #accounts = new Map<string, Account>();
  #seen = 0n;
  #digest = createHash('sha256');
  readonly #fills = new Map<string, bigint>();
  readonly #ranks = new Map<string, number>();
  #lastBatch = 0n;
  /** Read and not yet checked: an interrupted check is finished by the next one. */
  #transfers: Transfer[] = [];
  #trades: NonNullRow[] = [];
  #violations: string[] = [];

  get transfers(): bigint {
    return this.#seen;
  }

  /**
   * Digest of all transfers read, in order: two checkers at the same position have the same one, or a row was
   * changed.
   */
  get digest(): string {
    return this.#digest.copy().digest('hex');
  }

  /** Returns all current violations, from one database snapshot; empty: none. */
  async check(client: pg.ClientBase): Promise<string[]> {
    await client.query('begin transaction isolation level repeatable read read only');
    try {
      const wrong = this.#violations;
      await this.#readAccounts(client);
      await this.#readJournal(client, wrong);
      this.#checkBalances(wrong);
      await this.#checkHead(client, wrong);
      await this.#checkBlocked(client, wrong);
      await this.#checkTrades(client, wrong);
      await this.#checkOutside(client, wrong);
      this.#violations = [];
      return wrong;
    } finally {
      await client.query('rollback').catch(() => {});
    }
  }

  async #readAccounts(client: pg.ClientBase): Promise<void> {
    const rows = await queryRows(client, 'select id::text, owner, asset, kind, balance::text from accounts');
    for (const { id, owner, asset, kind, balance } of rows as NonNullRow[])
      this.#accounts.set(id as string, {
        owner: owner as string,
        asset: asset as string,
        kind: kind as string,
        balance: BigInt(balance as string),
      });
  }

  /** I3: the journal has no gap, and each recorded balance is the previous one plus the amount. */
  async #readJournal(client: pg.ClientBase, wrong: string[]): Promise<void> {
    for (;;) {
      const rows = (await queryRows(
        client,
        `select id::text, debit_account::text as debit, credit_account::text as credit, amount::text, kind,
          debit_balance::text, credit_balance::text, reference::text, created_at::text from transfers
          where id > $1 order by transfers.id limit ${PAGE_SIZE}`,
        [this.#seen.toString()],
      )) as NonNullRow[];
      for (const row of rows) {
        const id = BigInt(row.id as string);
        if (id !== this.#seen + 1n) wrong.push(`I3: after transfer ${this.#seen} comes ${id}`);
        this.#seen = id;
        this.#digest.update(JSON.stringify(row));
        this.#transfers.push(this.#apply(row, wrong));
      }
      if (rows.length < PAGE_SIZE) return;
    }
  }

  #apply(row: NonNullRow, wrong: string[]): Transfer {
    const { debit = '', credit = '' } = row;
    const amount = BigInt(row.amount as string);
    const [from, to] = [this.#accounts.get(debit), this.#accounts.get(credit)];
    if (!from || !to || from.asset !== to.asset)
      wrong.push(`I1: transfer ${row.id} is between ${from?.asset} and ${to?.asset}`);
    if (amount <= 0n) wrong.push(`I1: transfer ${row.id} moves ${amount}`);
    for (const [account, change, written] of [
      [debit, -amount, row.debit_balance],
      [credit, amount, row.credit_balance],
    ] as const) {
      const balance = (this.#fold.get(account) ?? 0n) + change;
      this.#fold.set(account, balance);
      if (balance.toString() !== written)
        wrong.push(`I3: transfer ${row.id} leaves ${balance} on account ${account}, and says ${written}`);
    }
    return {
      id: BigInt(row.id as string),
      from: accountName(from),
      to: accountName(to),
      amount,
      kind: row.kind as string,
      reference: row.reference as string,
    };
  }

  /** I1, I2, I3. */
  #checkBalances(wrong: string[]): void {
    const sums = new Map<string, bigint>();
    for (const [id, account] of this.#accounts) {
      const { asset, kind, balance } = account;
      sums.set(asset, (sums.get(asset) ?? 0n) + balance);
      const folded = this.#fold.get(id) ?? 0n;
      if (folded !== balance)
        wrong.push(`I3: ${accountName(account)} has ${balance}, its transfers make ${folded}`);
      if (balance < 0n && ['spendable', 'blocked', 'receipts'].includes(kind))
        wrong.push(`I2: ${accountName(account)} is ${balance}`);
    }
    for (const [asset, sum] of sums) if (sum !== 0n) wrong.push(`I1: ${asset} sums to ${sum}`);
  }

  /** I9: the head only advances, and its batches end where the journal does. */
  async #checkHead(client: pg.ClientBase, wrong: string[]): Promise<void> {
    const [head] = await queryRows(
      client,
      'select last_transfer_id::text as transfer, batch::text from ledger_head',
    );
    if (BigInt(head?.transfer ?? 0) !== this.#seen)
      wrong.push(`I9: the head is at transfer ${head?.transfer}, the journal ends with ${this.#seen}`);
    const batch = BigInt(head?.batch ?? 0);
    if (batch < this.#lastBatch)
      wrong.push(`I9: the head went back from batch ${this.#lastBatch} to ${batch}`);
    this.#lastBatch = batch;
    const [last] = await queryRows(
      client,
      'select last_transfer_id::text as transfer from ledger_batches order by number desc limit 1',
    );
    if (last && BigInt(last.transfer ?? 0) !== this.#seen)
      wrong.push(`I9: the last batch ends with transfer ${last.transfer}, the journal with ${this.#seen}`);
  }

  /** I6: blocked amounts equal what open orders and waiting withdrawals reserve. */
  async #checkBlocked(client: pg.ClientBase, wrong: string[]): Promise<void> {
    const blocked = new Map<string, bigint>();
    const add = (owner: string, asset: string, amount: bigint) =>
      blocked.set(`${owner} ${asset}`, (blocked.get(`${owner} ${asset}`) ?? 0n) + amount);
    const open = (await queryRows(
      client,
      `select user_id::text as owner, id::text, coin, quote, order_type as type, amount::text, unit_price::text as price,
        executed_amount::text as executed, reserved::text from orders where order_status = 'IS_OPEN'`,
    )) as NonNullRow[];
    for (const order of open) {
      const reserved = BigInt(order.reserved as string);
      const left = BigInt(order.amount as string) - BigInt(order.executed as string);
      const sells = order.type?.endsWith('SELL');
      if (sells && reserved !== left)
        wrong.push(`I6: order ${order.id} has ${left} left to sell, and ${reserved} reserved`);
      if (!sells && reserved < computeNotional(order.coin as string, left, BigInt(order.price as string)))
        wrong.push(`I6: order ${order.id} has ${left} left to buy, and only ${reserved} reserved`);
      add(order.owner as string, (sells ? order.coin : order.quote) as string, reserved);
    }
    const waiting = (await queryRows(
      client,
      `select w.user_id::text as owner, w.asset, w.amount::text from withdrawals w
        left join outgoing o on o.withdrawal_id = w.id
        where w.state = any ($1) and o.transaction_id is null`,
      [PENDING_STATES],
    )) as NonNullRow[];
    for (const { owner = '', asset = '', amount = '0' } of waiting) add(owner, asset, BigInt(amount));
    for (const { owner, asset, kind, balance } of this.#accounts.values()) {
      if (kind !== 'blocked') continue;
      const needed = blocked.get(`${owner} ${asset}`) ?? 0n;
      blocked.delete(`${owner} ${asset}`);
      if (needed !== balance) wrong.push(`I6: ${owner} has ${balance} ${asset} blocked for ${needed}`);
    }
    for (const [who, needed] of blocked)
      if (needed !== 0n) wrong.push(`I6: ${who} has nothing blocked for ${needed}`);
  }

  /** I7: each trade since the last check moved coins, money and both fees, once each and to the last unit. */
  async #checkTrades(client: pg.ClientBase, wrong: string[]): Promise<void> {
    const bag = new Multiset();
    const references = new Set<string>();
    const trades = this.#transfers.filter(({ kind }) => kind === 'trade' || kind === 'fee');
    for (const { reference } of trades) references.add(reference);
    const orders = new Map<string, NonNullRow>();
    // Also fills of old orders as makers.
    for (const row of (await queryRows(
      client,
      `select id::text, user_id::text as owner, coin, quote, order_type as type, amount::text, notional::text, fee::text,
        sequence::text from orders where id = any ($1::uuid[])`,
      [[...references]],
    )) as NonNullRow[])
      orders.set(row.id as string, row);
    for (const { from, to, amount, kind, reference } of trades)
      if (orders.has(reference)) bag.add(`${kind} ${from} → ${to} ${amount} for ${reference}`);

    const takerFees = new Map<string, { owner: string; quote: string; fee: bigint }>();
    await this.#readFills(client, wrong);
    for (const fill of this.#trades) {
      const { coin = '', quote = '', taker = '', maker = '', takerOrder = '', makerOrder = '' } = fill;
      const [amount, price, notional, makerFee, takerFee] = [
        fill.amount,
        fill.price,
        fill.notional,
        fill.makerFee,
        fill.takerFee,
      ].map((text) => BigInt(text as string)) as [bigint, bigint, bigint, bigint, bigint];
      if (notional !== computeNotional(coin, amount, price))
        wrong.push(
          `I7: fill ${fill.number} of ${coin} ${quote} is worth ${computeNotional(coin, amount, price)}, not ${notional}`,
        );
      const buys = fill.side === 'buy';
      const [money, coins] = buys ? ['spendable', 'blocked'] : ['blocked', 'spendable'];
      const [buyer, seller] = buys ? [taker, maker] : [maker, taker];
      if (notional > 0n)
        bag.add(
          `trade ${buyer} ${money} ${quote} → ${seller} spendable ${quote} ${notional} for ${takerOrder}`,
          -1,
        );
      bag.add(
        `trade ${seller} ${coins} ${coin} → ${buyer} spendable ${coin} ${amount} for ${takerOrder}`,
        -1,
      );
      const feeFrom = buys ? 'spendable' : 'blocked';
      if (makerFee > 0n)
        bag.add(`fee ${maker} ${feeFrom} ${quote} → house fee ${quote} ${makerFee} for ${makerOrder}`, -1);
      const before = takerFees.get(takerOrder)?.fee ?? 0n;
      takerFees.set(takerOrder, { owner: taker, quote, fee: before + takerFee });
    }
    for (const [id, { owner, quote, fee }] of takerFees)
      if (fee > 0n) bag.add(`fee ${owner} spendable ${quote} → house fee ${quote} ${fee} for ${id}`, -1);
    for (const order of orders.values()) if (order.sequence === null) addQuickTradeTransfers(bag, order);
    this.#transfers = [];
    this.#trades = [];
    for (const [what, count] of bag.listDifferences())
      wrong.push(
        `I7: ${count > 0 ? 'there is, for no trade' : 'a trade lacks'} ${Math.abs(count)} × ${what}`,
      );
  }

  async #readFills(client: pg.ClientBase, wrong: string[]): Promise<void> {
    const markets = await queryRows(client, 'select coin, quote from market_heads');
    for (const { coin, quote } of markets) {
      const market = `${coin} ${quote}`;
      const rows = (await queryRows(
        client,
        `select coin, quote, number::text, maker_order::text as "makerOrder", taker_order::text as "takerOrder",
          maker_id::text as maker, taker_id::text as taker, taker_side as side, unit_price::text as price, amount::text,
          notional::text, maker_fee::text as "makerFee", taker_fee::text as "takerFee" from fills
          where coin = $1 and quote = $2 and number > $3 order by fills.number`,
        [coin, quote, (this.#fills.get(market) ?? 0n).toString()],
      )) as NonNullRow[];
      for (const row of rows) {
        const number = BigInt(row.number as string);
        const before = this.#fills.get(market) ?? 0n;
        if (number !== before + 1n) wrong.push(`I7: after fill ${before} of ${market} comes ${number}`);
        this.#fills.set(market, number);
        this.#trades.push(row);
      }
    }
  }

  /** I4, I5, I10: incoming and outgoing payments, compared with the rows of the other side. */
  async #checkOutside(client: pg.ClientBase, wrong: string[]): Promise<void> {
    const addViolations = async (law: string, text: string) => {
      for (const row of await queryRows(client, text)) wrong.push(`${law}: ${JSON.stringify(row)}`);
    };
    await addViolations(
      'I4: a payment is credited as often as it was settled',
      `select p.id::text, p.state, count(t.id)::int as credits, p.amount::text, min(t.amount)::text as credited
        from payments p left join transfers t on t.reference = p.id and t.kind = 'deposit'
        group by p.id having count(t.id) <> (case when p.settled_at is null then 0 else 1 end)
          or min(t.amount) <> p.amount`,
    );
    await addViolations(
      'I10: a credited payment is one that the gateway has',
      `select p.id::text, p.amount::text, b.state, b.paid_amount::text from payments p
        left join sandbox_bank_payments b on b.authority = p.authority
        where p.gateway = 'SANDBOX' and p.settled_at is not null
          and (b.state is distinct from 'PAID' or b.paid_amount * 1000000 is distinct from p.amount)`,
    );
    await addViolations(
      'I10: in the ledger a gateway has less than was paid to it',
      `select a.balance::text, g.held::text from accounts a, lateral (
          select coalesce(sum(paid_amount), 0) * 1000000 as held from sandbox_bank_payments where state = 'PAID') g
        where a.owner = 'outside:SANDBOX' and a.asset = 'TOMAN' and -a.balance > g.held`,
    );
    await addViolations(
      'I5: a withdrawal is blocked once',
      `select w.id::text, w.amount::text, count(t.id)::int as holds, min(t.amount)::text as blocked
        from withdrawals w left join transfers t on t.reference = w.id and t.kind = 'hold'
        group by w.id having count(t.id) <> 1 or min(t.amount) <> w.amount`,
    );
    await addViolations(
      'I5: one withdrawal is mined twice',
      `select o.withdrawal_id::text, count(distinct c.txid)::int as mined from outgoing o
        join chain_transactions c on c.payment_id in (select payment_id from chain_transactions where id = o.transaction_id)
        join sandbox_transactions s on s.chain = c.chain and s.txid = c.txid and s.height is not null and s.ok and not s.dropped
        where o.withdrawal_id is not null group by o.withdrawal_id having count(distinct c.txid) > 1`,
    );
    for (const { id, state } of await queryRows(client, 'select id::text, state from withdrawals')) {
      const rank = STATE_RANKS[state ?? ''] ?? 0;
      const before = this.#ranks.get(id ?? '') ?? 0;
      // A withdrawal claimed for a cancellation may turn out to be in progress.
      if (rank < before && !(before === 2 && rank === 1))
        wrong.push(`I5: withdrawal ${id} went back to ${state}`);
      this.#ranks.set(id ?? '', rank);
    }
  }
}

/** Adds the expected transfers of a user's trade with the house. */
function addQuickTradeTransfers(
  bag: Multiset,
  { id, owner, coin, quote, type, amount, notional, fee }: NonNullRow,
): void {
  const [a, b] =
    type === 'EXCHANGE_BUY'
      ? [`${owner} spendable`, 'house inventory']
      : ['house inventory', `${owner} spendable`];
  if (notional !== '0') bag.add(`trade ${a} ${quote} → ${b} ${quote} ${notional} for ${id}`, -1);
  bag.add(`trade ${b} ${coin} → ${a} ${coin} ${amount} for ${id}`, -1);
  if (fee !== '0') bag.add(`fee ${owner} spendable ${quote} → house fee ${quote} ${fee} for ${id}`, -1);
}

const accountName = (account: Account | undefined): string =>
  account ? `${account.owner} ${account.kind} ${account.asset}` : 'no account';

/** Rounds down to smallest units of the quote. */
function computeNotional(coin: string, amount: bigint, price: bigint): bigint {
  const scale = ASSET_SCALES[coin];
  if (scale === undefined) throw new Error(`the decimals of ${coin} are not known here`);
  return (amount * price) / TEN ** scale;
}

async function queryRows(client: pg.ClientBase, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/**
 * I8: each acknowledged order and withdrawal exists as requested, each refused one does not, none exists that was
 * not requested, and cancelled ones are not open.
 */
export async function checkHistory(
  client: pg.ClientBase,
  people: readonly string[],
  operations: Iterable<Operation>,
): Promise<string[]> {
  const wrong: string[] = [];
  const rows = (await queryRows(
    client,
    `select user_id::text as owner, id::text, idempotency_key as key, coin || '_' || quote as market,
      order_type as type, order_status as status, amount::text from orders where user_id = any ($1::uuid[])`,
    [people],
  )) as NonNullRow[];
  const byKey = new Map<string, NonNullRow[]>();
  const byId = new Map<string | undefined, NonNullRow>(rows.map((row) => [row.id, row]));
  for (const row of rows) byKey.set(row.key as string, [...(byKey.get(row.key as string) ?? []), row]);
  const withdrawals = new Set<string | null | undefined>(
    (
      await queryRows(client, 'select id::text from withdrawals where user_id = any ($1::uuid[])', [people])
    ).map(({ id }) => id),
  );
  const requestedIds = new Set<string | null | undefined>();
  const payments = new Map(
    (await queryRows(client, 'select id::text, state from payments')).map(({ id, state }) => [id, state]),
  );
  for (const { key, kind, end, id, type, units } of operations) {
    if (end === 'unknown') wrong.push(`I8: no known outcome of ${kind} ${key}`);
    if (kind === 'order') {
      const orders = byKey.get(key) ?? [];
      byKey.delete(key);
      if (end === 'fail' && orders.length > 0)
        wrong.push(`I8: ${key} was refused, and there is order ${orders[0]?.id}`);
      if (end !== 'ok') continue;
      const [row] = orders;
      if (orders.length !== 1 || row?.id !== id)
        wrong.push(
          `I8: ${key} was acknowledged as order ${id}; there are ${JSON.stringify(orders.map((one) => one.id))}`,
        );
      else if (row?.type !== type || row?.amount !== units?.toString())
        wrong.push(`I8: ${key} asked for ${type} ${units}; order ${id} is ${row?.type} ${row?.amount}`);
    }
    if (end !== 'ok') continue;
    if (kind === 'cancel' && !byId.get(id ?? '')?.status?.startsWith('FINISHED'))
      wrong.push(`I8: order ${id} was cancelled (${key}), and is ${byId.get(id ?? '')?.status}`);
    if (kind === 'withdrawal' && !withdrawals.has(id ?? ''))
      wrong.push(`I8: withdrawal ${id} (${key}) is gone`);
    if (kind === 'withdrawal') requestedIds.add(id ?? null);
    if (kind === 'deposit' && !payments.has(id ?? '')) wrong.push(`I8: payment ${id} (${key}) is gone`);
    if (kind === 'paid' && payments.get(id ?? '') !== 'PAID')
      wrong.push(`I8: payment ${id} was paid at the bank, and is ${payments.get(id ?? '')}`);
  }
  for (const id of withdrawals) if (!requestedIds.has(id)) wrong.push(`I8: no request for withdrawal ${id}`);
  for (const [key, orders] of byKey) wrong.push(`I8: no request for order ${orders[0]?.id} (${key})`);
  return wrong;
}

/** I9: even the owner of the tables can't change the journal. */
export async function checkAppendOnly(client: pg.ClientBase): Promise<string[]> {
  const wrong: string[] = [];
  for (const text of [
    'update transfers set amount = amount + 1',
    'delete from transfers where id = 1',
    'truncate transfers',
    'delete from accounts',
  ]) {
    await client.query('begin');
    await client.query(text).then(
      () => wrong.push(`I9: “${text}” is not refused`),
      () => {},
    );
    await client.query('rollback');
  }
  return wrong;
}
