/** Activity of the demo people before their pages are visited, all of it by the API. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callServer, readPublishedPrice, signIn } from '../../server/test/running-server.ts';

/** Viewers of a page; a visitor has no account. */
export const DEMO_EMAILS = {
  customer: 'demo@sarraf.test',
  newcomer: 'new@sarraf.test',
  store: 'company@sarraf.test',
  staff: 'staff@sarraf.test',
} as const;
export type PageViewer = keyof typeof DEMO_EMAILS | 'visitor';

/** Ids and codes for addresses of personal pages. */
export interface DemoData {
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

const DEMO_CARD = '6037701689095443';
/** The customer's number. */
const MOBILE = '+989120000001';
/** Small amount of Tether. */
const SMALL_AMOUNT = '60';
const EXTERNAL_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const DEMO_SALES = [
  ['1485000', 'سفارش ۱۰۲'],
  ['690000', 'سفارش ۱۰۳'],
  ['420000', 'سفارش ۱۰۴'],
] as const;

export async function createDemoData(url: string): Promise<DemoData> {
  const tokens = {
    customer: await signIn(url, DEMO_EMAILS.customer),
    newcomer: await signIn(url, DEMO_EMAILS.newcomer),
    store: await signIn(url, DEMO_EMAILS.store),
    staff: await signIn(url, DEMO_EMAILS.staff),
  };
  const callAs = async (token: string, method: string, path: string, body?: unknown) => {
    const more = method === 'GET' ? {} : { key: randomUUID(), body: body ?? {} };
    const answer = await callServer(url, method, path, { token, ...more });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const orderId = await makeTrades(url, (path, body) => callAs(tokens.customer, 'POST', path, body));
  await requestWithdrawal(url, (path, body) => callAs(tokens.customer, 'POST', path, body));
  await callAs(tokens.customer, 'POST', '/alerts', {
    ...{ marketType: 'TETHER_TOMAN', direction: 'ABOVE', threshold: '900000', repeat: 'ONCE' },
  });
  await callAs(tokens.customer, 'POST', '/recurring', {
    ...{ coin: 'TETHER', amount: '500000', rhythm: 'WEEKLY', day: 1, hour: 9 },
  });
  const ticket = await callAs(tokens.customer, 'POST', '/support/tickets', {
    subject: 'واریز تتر من هنوز نرسیده است',
    message: 'دیروز ۵۰ تتر روی شبکه TRC20 فرستادم و هنوز در کیف پول نیست.',
  });
  const { years } = await callAs(tokens.customer, 'GET', '/statements');
  const year = { calendar: 'JALALI', year: years[0].years[0], lang: 'fa' };
  const statement = await callAs(tokens.customer, 'POST', '/statements', year);
  const issued = await callAs(tokens.customer, 'POST', '/issued-documents', { kind: 'TRADE', id: orderId });
  const store = (await callAs(tokens.store, 'GET', '/company')).baseDTO;
  const payments = [];
  for (const [amount, description] of DEMO_SALES)
    payments.push(await payStorePayment(url, store.id, amount, description));
  const request = { amount: '1850000', orderNumber: `S-${Date.now() % 100_000}`, description: 'سفارش ۱۰۵' };
  const paymentRequest = await callAs(tokens.store, 'POST', '/company/requests', request);
  const foundUsers = await callAs(tokens.staff, 'GET', `/backoffice/people?query=${DEMO_EMAILS.customer}`);
  return {
    tokens,
    personId: foundUsers.content[0].id,
    storeId: store.id,
    ticketId: ticket.baseDTO.id,
    statementId: statement.baseDTO.id,
    code: issued.baseDTO.code,
    authority: await startPayment(url, store.id, '250000', 'سفارش ۱۰۶'),
    payerLink: new URL(paymentRequest.baseDTO.link).pathname + new URL(paymentRequest.baseDTO.link).search,
    paymentId: payments.at(-1) ?? '',
  };
}

type ApiCall = (path: string, body: unknown) => ReturnType<typeof JSON.parse>;

/** Makes quick trades, and orders that rest or wait; returns the last trade's id. */
async function makeTrades(url: string, callApi: ApiCall): Promise<string> {
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
    const unitPrice = await readPublishedPrice(url, coin, side);
    const done = await callApi(`/exchange/${side}`, { marketType: `${coin}_TOMAN`, amount, unitPrice });
    id = done.baseDTO.id;
  }
  await placeOrders(callApi, 'BITCOIN_TOMAN', await readPublishedPrice(url, 'BITCOIN', 'sell'), 1_000_000n);
  const { body: rows } = await callServer(url, 'GET', '/coins/exchange-price/usdt?toCurrencies=BITCOIN');
  await placeOrders(callApi, 'BITCOIN_TETHER', rows[0].sellPrice, 100n);
  return id;
}

/** Places orders around a price, each on a multiple of `step`: two resting ones, a stop and a trailing stop. */
async function placeOrders(callApi: ApiCall, marketType: string, price: string, step: bigint): Promise<void> {
  const now = BigInt(price.split('.')[0] ?? '0');
  const priceInMillis = (millis: bigint) => ((now * millis) / 1_000n / step) * step;
  const stop = { kind: 'STOP', by: 'LAST', price: priceInMillis(991n).toString() };
  const trailing = { kind: 'TRAILING_STOP', by: 'LAST', distance: priceInMillis(6n).toString() };
  for (const order of [
    { orderType: 'LIMITED_BUY', amount: '0.001', unitPrice: priceInMillis(996n).toString() },
    { orderType: 'LIMITED_SELL', amount: '0.002', unitPrice: priceInMillis(1_005n).toString() },
    { orderType: 'MARKET_SELL', amount: '0.003', trigger: stop },
    { orderType: 'MARKET_SELL', amount: '0.001', trigger: trailing },
  ])
    await callApi('/orders', { marketType, ...order });
}

/** Withdraws to a new address an amount that needs staff approval; once that is spent, less. */
async function requestWithdrawal(url: string, callApi: ApiCall, amount = '2700'): Promise<void> {
  const body = {
    relatedCoin: 'TETHER',
    tokenType: 'ERC20',
    destinationWalletAddress: EXTERNAL_ADDRESS,
    amount,
  };
  const last = {
    mail: await readNewestCode(url, DEMO_EMAILS.customer),
    sms: await readNewestCode(url, MOBILE),
  };
  try {
    const { smsNeeded } = (await callApi('/users/send-code', body)).baseDTO;
    const code = await waitForNewerCode(last.mail, url, DEMO_EMAILS.customer);
    const bySms = smsNeeded && { smsCode: await waitForNewerCode(last.sms, url, MOBILE) };
    await callApi('/wallets/withdrawal-request', { ...body, code, ...bySms });
  } catch (error) {
    if (amount === SMALL_AMOUNT || !/not.enough.balance|daily.limit/i.test(String(error))) throw error;
    await requestWithdrawal(url, callApi, SMALL_AMOUNT);
  }
}

/** Returns the latest code that the sandbox sent to an address or a number. */
async function readNewestCode(url: string, to: string): Promise<string | undefined> {
  const { body: messages } = await callServer(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return messages.find(({ code }: { code: string | null }) => code !== null)?.code;
}

async function waitForNewerCode(last: string | undefined, url: string, to: string): Promise<string> {
  for (;;) {
    const code = await readNewestCode(url, to);
    if (code !== undefined && code !== last) return code;
    await sleep(200);
  }
}

/** Starts a payment up to the bank's page; returns its authority there. */
async function startPayment(
  url: string,
  companyId: string,
  amount: string,
  description: string,
): Promise<string> {
  const body = {
    ...{ amount, description, companyId, cardNumber: DEMO_CARD },
    ...{ paymentGateway: 'SANDBOX', callBackURL: '/company-deposit/result' },
  };
  const reply = await callServer(url, 'POST', '/wallets/transfer-toman-to-company', { body });
  if (reply.status !== 200) throw new Error(`a payment to the store: ${JSON.stringify(reply.body)}`);
  return reply.body.baseDTO.redirectSite.split('/').at(-1);
}

/** Returns the payment's id. */
async function payStorePayment(
  url: string,
  companyId: string,
  amount: string,
  description: string,
): Promise<string> {
  return completePayment(url, await startPayment(url, companyId, amount, description));
}

/** Pays, and returns to the site; returns the payment's id. */
async function completePayment(url: string, authority: string): Promise<string> {
  const reply = await callServer(url, 'POST', `/sandbox/bank/${authority}`, { body: { decision: 'PAY' } });
  const returnUrl = await fetch(reply.body.baseDTO.redirectSite, { redirect: 'manual' });
  return new URL(returnUrl.headers.get('location') ?? '/', url).searchParams.get('payment') ?? '';
}
