/**
 * Requests of customers through the product's own routes, one after the other, as a browser sends them: the next one
 * begins when the previous reply has arrived. The customers' sessions and balances are cached, as of people who trade
 * now. A mail with a code is not stored.
 */
import { createFoundations } from '../src/app/foundations.ts';
import type { Config } from '../src/platform/config/config.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { addRoutes } from '../src/trading/routes.ts';
import type { DatabaseCost } from './database-cost.ts';
import { type LedgerWithFollowers, UNIT_PRICE } from './follow-costs.ts';
import { PASSWORD, WIDE_RATES } from './identity.ts';
import { addSession } from './people.ts';

export const REQUEST_KINDS = ['quick trade', 'order', 'fill', 'cancel', 'log-in'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Sell orders at this price wait, since no order buys at it. */
const WAITING_PRICE = '10100000000';
const LOG_IN_PEOPLE = 10;
/** The smallest that is allowed, so that no customer reaches the next fee level. */
const AMOUNT = '0.00001';

export async function createRequestFixture(ledger: LedgerWithFollowers) {
  const { db, clock, orders, people, tradeDeps, meter } = ledger;
  const mailbox = createMailbox();
  const config = { ...ledger.deps.config, TRUST_PROXY: false, rates: WIDE_RATES } as Config;
  const base = { config, db, bus: orders.bus, clock, log: createLog('silent') };
  const { identity, messaging, brand } = await createFoundations(base, { outbox: mailbox.outbox });
  const { authenticate, recheck, keys } = identity;
  const http = await createHttp({ ...base, authenticate, recheck, keys });
  identity.routes(http);
  addRoutes(http, {
    ...tradeDeps,
    sending: {} as never,
    stats: () => Promise.reject(new Error('no request reads statistics')),
  });
  const tokens = await Promise.all(
    people.map(({ userId }) => addSession(db, userId, { now: new Date(clock.now()) })),
  );

  async function send(method: 'POST' | 'DELETE', path: string, headers: object, payload?: object) {
    const reply = await http.app.inject({
      method,
      url: `/api${path}`,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(payload && { payload }),
    });
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.body}`);
    return reply;
  }
  /** As the n-th customer, in turn. */
  const trade = async (n: number, method: 'POST' | 'DELETE', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tokens[n % tokens.length]}`, 'idempotency-key': newId() };
    return (await send(method, path, headers, payload)).json();
  };
  const placeOrder = async (n: number, side: 'BUY' | 'SELL', unitPrice: string): Promise<string> => {
    const body = { marketType: 'BITCOIN_TOMAN', orderType: `LIMITED_${side}`, amount: AMOUNT, unitPrice };
    const { baseDTO } = await trade(n, 'POST', '/orders', body);
    const isOpen = side === 'SELL';
    if ((baseDTO.orderStatus === 'IS_OPEN') !== isOpen)
      throw new Error(`a ${side} is ${baseDTO.orderStatus}`);
    return baseDTO.id;
  };
  /** Enters the code that follows the first step, and returns the cookie of the browser. */
  const enterWithCode = async (email: string, path: string, cookie: string): Promise<string> => {
    const code = mailbox.waitForCode(email);
    const reply = await send('POST', path, { cookie }, { email, password: PASSWORD });
    const browser = cookie || String(reply.headers['set-cookie']).split(';')[0] || '';
    await send('POST', '/users/check-otp-code', { cookie: browser }, { email, code: await code });
    return browser;
  };

  const browsers: { email: string; cookie: string }[] = [];
  for (let n = 0; n < LOG_IN_PEOPLE; n += 1) {
    const email = `browser${n}@requests.test`;
    browsers.push({ email, cookie: await enterWithCode(email, '/users/register', '') });
  }

  const waiting = new Map<number, string>();
  /** What comes before such requests, and the n-th of them. */
  const kinds: Record<
    RequestKind,
    { prepare?: (n: number) => Promise<unknown>; request: (n: number) => Promise<unknown> }
  > = {
    'quick trade': {
      request: (n) =>
        trade(n, 'POST', n % 2 ? '/exchange/buy' : '/exchange/sell', {
          marketType: 'BITCOIN_TOMAN',
          amount: AMOUNT,
          unitPrice: UNIT_PRICE,
        }),
    },
    order: { request: (n) => placeOrder(n, 'SELL', WAITING_PRICE) },
    fill: {
      prepare: (n) => placeOrder(n, 'SELL', UNIT_PRICE),
      request: (n) => placeOrder(n + 1, 'BUY', UNIT_PRICE),
    },
    cancel: {
      prepare: async (n) => waiting.set(n, await placeOrder(n, 'SELL', WAITING_PRICE)),
      request: (n) => trade(n, 'DELETE', `/orders/${waiting.get(n)}`),
    },
    'log-in': {
      request: (n) => {
        const { email, cookie } = browsers[n % LOG_IN_PEOPLE] as (typeof browsers)[number];
        return enterWithCode(email, '/users/login', cookie);
      },
    },
  };
  // The first of each customer opens accounts and reads what is cached from then on.
  for (const { prepare, request } of Object.values(kinds))
    for (const n of tokens.keys()) {
      await prepare?.(n);
      await request(n);
    }

  return {
    /** Returns the cost of all of them together. */
    async measure(kind: RequestKind, count: number): Promise<DatabaseCost> {
      const { prepare, request } = kinds[kind];
      for (let n = 0; n < count; n += 1) await prepare?.(n);
      return meter.measure(async () => {
        for (let n = 0; n < count; n += 1) await request(n);
      });
    },
    async close(): Promise<void> {
      await http.app.close();
      await messaging.stop();
      identity.stop();
      brand.stop();
    },
  };
}

/** Receives mails; those with a code are waited for. */
function createMailbox() {
  const readers = new Map<string, (code: string) => void>();
  const receive = async ({ to, code }: { to: string; code: string | null }): Promise<void> => {
    if (code !== null) readers.get(to)?.(code);
  };
  return {
    waitForCode: (email: string) => new Promise<string>((resolve) => readers.set(email, resolve)),
    outbox: {
      ways: {
        mailer: { send: receive, close() {} },
        texter: { send: receive, canReach: () => true, close() {} },
      },
      storeMessage: async () => {},
      list: async () => [],
    },
  };
}
