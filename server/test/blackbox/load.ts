/** Simulated customers who trade, deposit and withdraw over HTTP only, during faults of the product. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom } from '../random.ts';
import type { Operation, OperationHistory } from './history.ts';

export const MARKET = 'BITCOIN_TOMAN';
const EXTERNAL_ADDRESS = 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv';
/** Smallest units of a ten-thousandth of a bitcoin. */
const STEP = 10_000n;
const TICK = 1_000n;
const REPLY_TIMEOUT_MS = 15_000;
const PAUSE_MS = 150;
/** Share of the customers without a reply who repeat their request only at the end. */
const GIVE_UP_SHARE = 0.2;
const MAX_OPEN = 40;

export interface Person {
  id: string;
  email: string;
  token: string;
  /** Masked card of a customer who may deposit Toman; null: no card. */
  card: string | null;
}

interface Answer {
  /** 0: no response. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of a response.
  body: any;
}

export interface SendRequest {
  method: string;
  path: string;
  key?: string;
  body?: object;
}

/** One customer of the product. */
export class Customer {
  readonly #url: () => string;
  readonly #history: OperationHistory;
  readonly person: Person;
  constructor(person: Person, url: () => string, history: OperationHistory) {
    this.person = person;
    this.#url = url;
    this.#history = history;
  }

  async send({ method, path, key, body }: SendRequest): Promise<Answer> {
    try {
      const response = await fetch(`${this.#url()}/api${path}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${this.person.token}`,
          ...(key && { 'idempotency-key': key }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REPLY_TIMEOUT_MS),
      });
      const text = await response.text();
      this.#history.recordReply(response.status);
      return {
        status: response.status,
        body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null,
      };
    } catch {
      this.#history.recordReply(0);
      return { status: 0, body: null };
    }
  }

  /** Makes one attempt; returns whether the outcome is known now. */
  async attempt(operation: Operation, sendRequest: SendRequest): Promise<boolean> {
    const { status, body } = await this.send({ ...sendRequest, key: operation.key });
    if (status === 200) {
      operation.end = 'ok';
      operation.id = body.baseDTO?.id ?? operation.id;
      return true;
    }
    if (status >= 400 && status < 500 && status !== 429) {
      operation.end = 'fail';
      return true;
    }
    return false;
  }
}

export interface Load {
  /** Number of finished operations, whatever their outcome. */
  done(): number;
  /** Resolves when each customer has finished their operation. */
  stop(): Promise<void>;
  /** Repeats all requests with unknown outcome, and waits for the arrival of paid deposits. */
  settle(ms: number): Promise<void>;
}

export interface LoadOptions {
  seed: number;
  pauseMs: number;
  url(): string;
  history: OperationHistory;
  /** Removes the rate limits of codes. */
  forgetLimits(): Promise<void>;
}

export function startLoad(people: readonly Person[], options: LoadOptions): Load {
  const traders = people.map((person, i) => new Trader(person, i, options));
  const running = traders.map((trader) => trader.run());
  return {
    done: () => traders.reduce((sum, { done }) => sum + done, 0),
    async stop() {
      for (const trader of traders) trader.isRunning = false;
      await Promise.all(running);
    },
    async settle(ms) {
      const end = performance.now() + ms;
      await Promise.all(traders.map((trader) => trader.settle(end)));
    },
  };
}

class Trader {
  isRunning = true;
  done = 0;
  readonly #customer: Customer;
  readonly #number: number;
  readonly #options: LoadOptions;
  readonly #random: () => number;
  readonly #open: string[] = [];
  readonly #payments: { id: string; authority: string }[] = [];
  readonly #waiting: { operation: Operation; ask: SendRequest }[] = [];
  readonly #withdrawals: string[] = [];
  #price = 0n;
  #keys = 0;

  constructor(person: Person, number: number, options: LoadOptions) {
    this.#customer = new Customer(person, options.url, options.history);
    this.#number = number;
    this.#options = options;
    this.#random = createSeededRandom(options.seed * 1_000 + number);
  }

  async run(): Promise<void> {
    for (let i = 0; this.isRunning; i += 1) {
      if (i % 8 === 0 || this.#price === 0n) await this.#loadPrice();
      if (this.#price > 0n) {
        await this.#runRandomOperation();
        this.done += 1;
      }
      await sleep(this.#options.pauseMs * (0.5 + this.#random()));
    }
  }

  async #loadPrice(): Promise<void> {
    const path = '/coins/exchange-price/usd?toCurrencies=BITCOIN';
    const { status, body } = await this.#customer.send({ method: 'GET', path });
    const text: unknown = status === 200 ? body[0]?.sellPrice : null;
    if (typeof text === 'string') this.#price = BigInt(text.split('.')[0] ?? '0');
  }

  async #runRandomOperation(): Promise<void> {
    const kind = this.#random();
    if (kind < 0.12) return this.#quickTrade('sell');
    if (kind < 0.2) return this.#quickTrade('buy');
    if (kind < 0.32) return this.#place('MARKET', this.#randomSide());
    if (kind < 0.52 || this.#open.length > MAX_OPEN) return this.#cancel();
    if (kind < 0.58) return this.#cancelTwice();
    if (kind < 0.62)
      return this.#customer.person.card ? this.#deposit() : this.#place('LIMITED', this.#randomSide());
    if (kind < 0.64) return this.#withdraw();
    return this.#place('LIMITED', this.#randomSide());
  }

  #randomSide = (): 'BUY' | 'SELL' => (this.#random() < 0.5 ? 'BUY' : 'SELL');
  #randomBelow = (limit: number): number => Math.floor(this.#random() * limit);
  #nextKey(): string {
    this.#keys += 1;
    return `blackbox-${this.#options.seed}-${this.#number}-${this.#keys}`;
  }

  /** Repeats until the outcome is known, the run ends, or the customer gives up. */
  async #repeatUntilKnown(operation: Operation, sendRequest: SendRequest): Promise<void> {
    if (await this.#customer.attempt(operation, sendRequest)) return;
    this.#options.history.unknowns += 1;
    const keepsRetrying = this.#random() >= GIVE_UP_SHARE;
    while (keepsRetrying && this.isRunning) {
      await sleep(PAUSE_MS);
      if (await this.#customer.attempt(operation, sendRequest)) return;
    }
    this.#waiting.push({ operation, ask: sendRequest });
  }

  #placeRandomOrder(type: string): { operation: Operation; amount: string } {
    const steps = 1 + this.#randomBelow(8);
    const key = this.#nextKey();
    const operation = this.#options.history.invoke({ kind: 'order', key, type, units: BigInt(steps) * STEP });
    return { operation, amount: `0.000${steps}` };
  }

  async #quickTrade(side: 'buy' | 'sell'): Promise<void> {
    await this.#loadPrice();
    const { operation, amount } = this.#placeRandomOrder(`EXCHANGE_${side.toUpperCase()}`);
    const body = { marketType: MARKET, amount, unitPrice: this.#price.toString() };
    await this.#repeatUntilKnown(operation, { method: 'POST', path: `/exchange/${side}`, body });
  }

  async #place(form: 'MARKET' | 'LIMITED', side: 'BUY' | 'SELL'): Promise<void> {
    const { operation, amount } = this.#placeRandomOrder(`${form}_${side}`);
    const near = ((this.#price * BigInt(9_900 + this.#randomBelow(200))) / 10_000n / TICK) * TICK;
    const body = {
      marketType: MARKET,
      amount,
      orderType: `${form}_${side}`,
      ...(form === 'LIMITED' && { unitPrice: near.toString() }),
    };
    await this.#repeatUntilKnown(operation, { method: 'POST', path: '/orders', body });
    if (form === 'LIMITED' && operation.end === 'ok' && operation.id) this.#open.push(operation.id);
  }

  async #cancel(id = this.#open.splice(this.#randomBelow(this.#open.length), 1)[0]): Promise<void> {
    if (id === undefined) return this.#place('LIMITED', this.#randomSide());
    const operation = this.#options.history.invoke({ kind: 'cancel', key: this.#nextKey(), id });
    await this.#repeatUntilKnown(operation, { method: 'DELETE', path: `/orders/${id}` });
  }

  /** Cancels the newest order twice while it may be filled concurrently. */
  async #cancelTwice(): Promise<void> {
    await this.#place('LIMITED', this.#randomSide());
    const id = this.#open.pop();
    if (id === undefined) return;
    await Promise.all([this.#cancel(id), this.#place('MARKET', this.#randomSide()), this.#cancel(id)]);
  }

  async #deposit(): Promise<void> {
    const operation = this.#options.history.invoke({ kind: 'deposit', key: this.#nextKey() });
    const ask = {
      method: 'POST',
      path: '/wallets/deposit-toman',
      body: {
        amount: `${100 + this.#randomBelow(100)}000`,
        paymentGateway: 'SANDBOX',
        cardNumber: this.#customer.person.card,
        callBackURL: '/redirect-from-banks',
      },
    };
    const { status, body } = await this.#customer.send({ ...ask, key: operation.key });
    const { id, redirectSite } = body?.baseDTO ?? {};
    if (status !== 200) {
      // A customer who was not redirected to the bank starts again.
      operation.end = 'fail';
      return;
    }
    Object.assign(operation, { end: 'ok', id });
    if (redirectSite === null) return;
    const authority = String(redirectSite).split('/').at(-1) ?? '';
    const path = `/sandbox/bank/${authority}`;
    const reply = await this.#customer.send({ method: 'POST', path, body: { decision: 'PAY' } });
    // Only the bank's own reply settles its money; without one the outcome is unknown, and the ledger follows the
    // bank.
    if (reply.status !== 200) return;
    Object.assign(this.#options.history.invoke({ kind: 'paid', key: `paid ${id}`, id }), { end: 'ok' });
    this.#payments.push({ id, authority });
    await this.#returnFromBank(authority);
  }

  #returnFromBank(authority: string): Promise<Answer> {
    const path = `/payments/SANDBOX/return?Authority=${authority}&Status=OK`;
    return this.#customer.send({ method: 'GET', path });
  }

  async #withdraw(): Promise<void> {
    const withdrawalId = this.#random() < 0.3 ? this.#withdrawals.pop() : undefined;
    if (withdrawalId) {
      const operation = this.#options.history.invoke({
        kind: 'withdrawal cancel',
        key: this.#nextKey(),
        id: withdrawalId,
      });
      return this.#repeatUntilKnown(operation, {
        method: 'DELETE',
        path: `/wallets/withdrawal-requests/${withdrawalId}`,
      });
    }
    const intent = {
      amount: `0.00${2 + this.#randomBelow(8)}`,
      relatedCoin: 'BITCOIN',
      tokenType: 'BITCOIN',
      destinationWalletAddress: EXTERNAL_ADDRESS,
    };
    await this.#options.forgetLimits().catch(() => {});
    const reply = await this.#customer.send({ method: 'POST', path: '/users/send-code', body: intent });
    if (reply.status !== 200) return;
    await sleep(PAUSE_MS);
    const { email } = this.#customer.person;
    const outbox = await this.#customer.send({
      method: 'GET',
      path: `/sandbox/outbox?to=${encodeURIComponent(email)}`,
    });
    const code = Array.isArray(outbox.body)
      ? outbox.body.find((mail: { code: unknown }) => mail.code)?.code
      : null;
    if (!code) return;
    const operation = this.#options.history.invoke({ kind: 'withdrawal', key: this.#nextKey() });
    await this.#repeatUntilKnown(operation, {
      method: 'POST',
      path: '/wallets/withdrawal-request',
      body: { ...intent, code },
    });
    if (operation.id) this.#withdrawals.push(operation.id);
  }

  async settle(end: number): Promise<void> {
    for (const { operation, ask } of this.#waiting)
      while (!(await this.#customer.attempt(operation, ask)) && performance.now() < end)
        await sleep(PAUSE_MS);
    for (const { id, authority } of this.#payments)
      while (performance.now() < end) {
        const { body } = await this.#customer.send({ method: 'GET', path: `/payments/${id}` });
        if (body?.baseDTO?.state === 'PAID') break;
        await this.#returnFromBank(authority);
        await sleep(PAUSE_MS);
      }
  }
}
