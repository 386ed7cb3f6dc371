/** Activity of the demo people before their pages are visited, all of it by the API. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, priceOf, signIn } from '../../server/test/running-server.ts';

/** Viewers of a page; a visitor has no account. */
export const DEMO_EMAILS = {
  customer: 'demo@sarraf.test',
  newcomer: 'new@sarraf.test',
  store: 'company@sarraf.test',
  staff: 'staff@sarraf.test',
} as const;
export type Looker = keyof typeof DEMO_EMAILS | 'visitor';

/** Ids and codes for addresses of personal pages. */
export interface Life {
  tokens: Record<keyof typeof DEMO_EMAILS, string>;
  personId: string;
  storeId: string;
  ticketId: string;
  statementId: string;
  /** Code of a receipt, for /verify. */
  code: string;
  /** Authority of an undecided payment at the sandbox's bank. */
  authority: string;
  /** Address of the store's payment request for a payer. */
  payerLink: string;
  /** Id of a paid payment to the store. */
  paymentId: string;
}

const CARD = '6037701689095443';
/** The customer's number. */
const MOBILE = '+989120000001';
/** Small amount of Tether. */
const LITTLE = '60';
const STRANGER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const SALES = [
  ['1485000', 'سفارش ۱۰۲'],
  ['690000', 'سفارش ۱۰۳'],
  ['420000', 'سفارش ۱۰۴'],
] as const;

export async function giveLife(url: string): Promise<Life> {
  const tokens = {
    customer: await signIn(url, DEMO_EMAILS.customer),
    newcomer: await signIn(url, DEMO_EMAILS.newcomer),
    store: await signIn(url, DEMO_EMAILS.store),
    staff: await signIn(url, DEMO_EMAILS.staff),
  };
  const ask = async (token: string, method: string, path: string, body?: unknown) => {
    const more = method === 'GET' ? {} : { key: randomUUID(), body: body ?? {} };
    const answer = await call(url, method, path, { token, ...more });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const orderId = await trade(url, (path, body) => ask(tokens.customer, 'POST', path, body));
  await withdraw(url, (path, body) => ask(tokens.customer, 'POST', path, body));
  await ask(tokens.customer, 'POST', '/alerts', {
    ...{ marketType: 'TETHER_TOMAN', direction: 'ABOVE', threshold: '900000', repeat: 'ONCE' },
  });
  await ask(tokens.customer, 'POST', '/recurring', {
    ...{ coin: 'TETHER', amount: '500000', rhythm: 'WEEKLY', day: 1, hour: 9 },
  });
  const ticket = await ask(tokens.customer, 'POST', '/support/tickets', {
    subject: 'واریز تتر من هنوز نرسیده است',
    message: 'دیروز ۵۰ تتر روی شبکه TRC20 فرستادم و هنوز در کیف پول نیست.',
  });
  const { years } = await ask(tokens.customer, 'GET', '/statements');
  const year = { calendar: 'JALALI', year: years[0].years[0], lang: 'fa' };
  const statement = await ask(tokens.customer, 'POST', '/statements', year);
  const issued = await ask(tokens.customer, 'POST', '/issued-documents', { kind: 'TRADE', id: orderId });
  const store = (await ask(tokens.store, 'GET', '/company')).baseDTO;
  const payments = [];
  for (const [amount, description] of SALES) payments.push(await pay(url, store.id, amount, description));
  const request = { amount: '1850000', orderNumber: `S-${Date.now() % 100_000}`, description: 'سفارش ۱۰۵' };
  const asked = await ask(tokens.store, 'POST', '/company/requests', request);
  const people = await ask(tokens.staff, 'GET', `/backoffice/people?query=${DEMO_EMAILS.customer}`);
  return {
    tokens,
    personId: people.content[0].id,
    storeId: store.id,
    ticketId: ticket.baseDTO.id,
    statementId: statement.baseDTO.id,
    code: issued.baseDTO.code,
    authority: await begin(url, store.id, '250000', 'سفارش ۱۰۶'),
    payerLink: new URL(asked.baseDTO.link).pathname + new URL(asked.baseDTO.link).search,
    paymentId: payments.at(-1) ?? '',
  };
}

type Ask = (path: string, body: unknown) => ReturnType<typeof JSON.parse>;

/** Makes quick trades, and orders that rest or wait; returns the last trade's id. */
async function trade(url: string, ask: Ask): Promise<string> {
  const trades = [
    // The sale pays for the rest, so that a sandbox can be used again and again.
    { coin: 'BITCOIN', side: 'sell', amount: '0.012' },
    { coin: 'ETHEREUM', side: 'buy', amount: '0.05' },
    { coin: 'TETHER', side: 'buy', amount: '60' },
    { coin: 'ETHEREUM', side: 'sell', amount: '0.03' },
    { coin: 'TRON', side: 'buy', amount: '300' },
    { coin: 'BITCOIN', side: 'buy', amount: '0.002' },
  ] as const;
  let id = '';
  for (const { coin, side, amount } of trades) {
    const unitPrice = await priceOf(url, coin, side);
    const done = await ask(`/exchange/${side}`, { marketType: `${coin}_TOMAN`, amount, unitPrice });
    id = done.baseDTO.id;
  }
  await placeOrders(ask, 'BITCOIN_TOMAN', await priceOf(url, 'BITCOIN', 'sell'), 1_000_000n);
  const { body: rows } = await call(url, 'GET', '/coins/exchange-price/usdt?toCurrencies=BITCOIN');
  await placeOrders(ask, 'BITCOIN_TETHER', rows[0].sellPrice, 100n);
  return id;
}

/** Places orders around a price, each on a multiple of `step`: two resting ones, a stop and a trailing stop. */
async function placeOrders(ask: Ask, marketType: string, price: string, step: bigint): Promise<void> {
  const now = BigInt(price.split('.')[0] ?? '0');
  const at = (millis: bigint) => ((now * millis) / 1_000n / step) * step;
  const stop = { kind: 'STOP', by: 'LAST', price: at(991n).toString() };
  const trailing = { kind: 'TRAILING_STOP', by: 'LAST', distance: at(6n).toString() };
  for (const order of [
    { orderType: 'LIMITED_BUY', amount: '0.001', unitPrice: at(996n).toString() },
    { orderType: 'LIMITED_SELL', amount: '0.002', unitPrice: at(1_005n).toString() },
    { orderType: 'MARKET_SELL', amount: '0.003', trigger: stop },
    { orderType: 'MARKET_SELL', amount: '0.001', trigger: trailing },
  ])
    await ask('/orders', { marketType, ...order });
}

/** Withdraws to a new address an amount that needs staff approval; once that is spent, less. */
async function withdraw(url: string, ask: Ask, amount = '2700'): Promise<void> {
  const body = {
    relatedCoin: 'TETHER',
    tokenType: 'ERC20',
    destinationWalletAddress: STRANGER,
    amount,
  };
  const last = { mail: await newestCode(url, DEMO_EMAILS.customer), sms: await newestCode(url, MOBILE) };
  try {
    const { smsNeeded } = (await ask('/users/send-code', body)).baseDTO;
    const code = await codeAfter(last.mail, url, DEMO_EMAILS.customer);
    const bySms = smsNeeded && { smsCode: await codeAfter(last.sms, url, MOBILE) };
    await ask('/wallets/withdrawal-request', { ...body, code, ...bySms });
  } catch (error) {
    if (amount === LITTLE || !/not.enough.balance|daily.limit/i.test(String(error))) throw error;
    await withdraw(url, ask, LITTLE);
  }
}

/** Returns the latest code that the sandbox sent to an address or a number. */
async function newestCode(url: string, to: string): Promise<string | undefined> {
  const { body: sent } = await call(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return sent.find(({ code }: { code: string | null }) => code !== null)?.code;
}

async function codeAfter(last: string | undefined, url: string, to: string): Promise<string> {
  for (;;) {
    const code = await newestCode(url, to);
    if (code !== undefined && code !== last) return code;
    await sleep(200);
  }
}

/** Starts a payment up to the bank's page; returns its authority there. */
async function begin(url: string, companyId: string, amount: string, description: string): Promise<string> {
  const body = {
    ...{ amount, description, companyId, cardNumber: CARD },
    ...{ paymentGateway: 'SANDBOX', callBackURL: '/company-deposit/result' },
  };
  const begun = await call(url, 'POST', '/wallets/transfer-toman-to-company', { body });
  if (begun.status !== 200) throw new Error(`a payment to the store: ${JSON.stringify(begun.body)}`);
  return begun.body.baseDTO.redirectSite.split('/').at(-1);
}

/** Returns the payment's id. */
async function pay(url: string, companyId: string, amount: string, description: string): Promise<string> {
  return decide(url, await begin(url, companyId, amount, description));
}

/** Pays, and returns to the site; returns the payment's id. */
async function decide(url: string, authority: string): Promise<string> {
  const paid = await call(url, 'POST', `/sandbox/bank/${authority}`, { body: { decision: 'PAY' } });
  const back = await fetch(paid.body.baseDTO.redirectSite, { redirect: 'manual' });
  return new URL(back.headers.get('location') ?? '/', url).searchParams.get('payment') ?? '';
}
