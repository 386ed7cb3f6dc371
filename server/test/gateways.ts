/**
 * Simulated bank gateways that behave as documented: sessions, one verification, and a reply that it was verified
 * before.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type GatewayFault = 'hang' | 'html' | 'redirect' | 'reset';

export interface GatewaySession {
  /** Rial. */
  amount: number;
  card: string;
  state: 'OPEN' | 'PAID' | 'VERIFIED' | 'FAILED';
  callback: string;
  /** The amount that the payer was really charged if the session was tampered with. */
  charged?: number;
}

export interface GatewayCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  token: string | null;
}

interface Reply {
  status: number;
  reply: unknown;
}

export const maskCardNumber = (card: string): string => `${card.slice(0, 6)}******${card.slice(12)}`;
export const createCardHash = (card: string): string =>
  createHash('sha256').update(card).digest('hex').toUpperCase();

export abstract class GatewaySimulator {
  readonly sessions = new Map<string, GatewaySession>();
  readonly asked: string[] = [];
  /** The next call of this path is executed, but its reply is cut off or replaced; once. */
  fault: { of: string; kind: GatewayFault } | null = null;
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const url = new URL(request.url ?? '', 'http://simulator');
      this.asked.push(`${request.method} ${url.pathname}`);
      const { status, reply } = this.reply({
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        body: text === '' ? {} : JSON.parse(text),
        token: request.headers.authorization?.replace('Bearer ', '') ?? null,
      });
      const kind = this.fault && url.pathname.includes(this.fault.of) ? this.fault.kind : null;
      if (kind) this.fault = null;
      if (kind === 'hang') return;
      if (kind === 'reset') return void request.socket.destroy();
      if (kind === 'redirect') return void response.writeHead(307, { location: '/elsewhere' }).end();
      if (kind === 'html')
        return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** Pays, with any card and amount by default. */
  pay(authority: string, changes: Partial<GatewaySession> = {}): void {
    const session = this.sessions.get(authority);
    if (session?.state !== 'OPEN') throw new Error('not open');
    Object.assign(session, { state: 'PAID', ...changes });
  }

  fail(authority: string): void {
    const session = this.sessions.get(authority);
    if (session?.state !== 'OPEN') throw new Error('not open');
    session.state = 'FAILED';
  }

  protected findSession(authority: string, session: Omit<GatewaySession, 'state'>): void {
    this.sessions.set(authority, { ...session, state: 'OPEN' });
  }

  abstract reply(request: GatewayCall): Reply;
  /** Returns what the payer's browser sends: query of a GET, or body of a POST. */
  abstract returnUrlData(authority: string, ok: boolean): Record<string, string>;
}

const okReply = (reply: unknown): Reply => ({ status: 200, reply });
const errorReply = (status: number, reply: unknown): Reply => ({ status, reply });

export const VANDAR_KEY = 'd7e5729e536585ab19cb871db72b5e022311b7ac';

export class VandarSimulator extends GatewaySimulator {
  reply({ path, body }: GatewayCall): Reply {
    if (body.api_key !== VANDAR_KEY) return errorReply(401, { status: 0, errors: ['کلید api معتبر نیست'] });
    if (path === '/api/v3/send') return this.#send(body);
    const session = this.sessions.get(String(body.token));
    if (!session) return errorReply(422, { status: 0, errors: ['توکن نامعتبر است'] });
    if (path === '/api/v3/transaction') return this.#transaction(session);
    if (path === '/api/v3/verify') return this.#verify(session);
    return errorReply(404, {});
  }

  returnUrlData = (token: string, isPaid: boolean) => ({ token, payment_status: isPaid ? 'OK' : 'FAILED' });

  #send(body: Record<string, unknown>): Reply {
    const { amount, callback_url: callback, valid_card_number: card } = body;
    if (!Number.isInteger(amount) || (amount as number) < 1000)
      return errorReply(422, { status: 0, errors: ['مبلغ نامعتبر است'] });
    const token = randomBytes(10).toString('hex');
    this.findSession(token, { amount: amount as number, callback: String(callback), card: String(card) });
    return okReply({ status: 1, token });
  }

  #transaction(session: GatewaySession): Reply {
    if (session.state === 'OPEN' || session.state === 'FAILED')
      return okReply({ status: 1, code: 0, amount: '0', message: 'پرداخت نشده' });
    return okReply({ status: 1, code: 1, message: 'ok', ...replyDetails(session) });
  }

  #verify(session: GatewaySession): Reply {
    if (session.state === 'VERIFIED')
      return errorReply(422, { status: 0, errors: ['تراکنش قبلا تایید شده است'] });
    if (session.state !== 'PAID') return errorReply(422, { status: 0, errors: ['تراکنش پرداخت نشده است'] });
    session.state = 'VERIFIED';
    return okReply({ status: 1, message: 'ok', ...replyDetails(session) });
  }
}

/** Fields of a documented reply: amounts as text with decimals, and as numbers. */
const replyDetails = ({ amount, charged, card }: GatewaySession) => ({
  amount: `${charged ?? amount}.00`,
  realAmount: (charged ?? amount) - 5_000,
  wage: '5000',
  transId: 159178352177,
  cardNumber: maskCardNumber(card),
  cid: createCardHash(card),
});

export const ZIBAL_MERCHANT = 'zibal0123456789';

export class ZibalSimulator extends GatewaySimulator {
  #next = 3_714_061_527;

  reply({ path, body }: GatewayCall): Reply {
    if (body.merchant !== ZIBAL_MERCHANT) return okReply({ result: 102, message: 'merchant not found' });
    if (path === '/v1/request') return this.#request(body);
    const session = this.sessions.get(String(body.trackId));
    if (!session) return okReply({ result: 203, message: 'invalid trackId' });
    if (path === '/v1/inquiry') return this.#inquiry(session);
    if (path === '/v1/verify') return this.#verify(session);
    return errorReply(404, {});
  }

  returnUrlData = (trackId: string, isPaid: boolean) => ({
    trackId,
    success: isPaid ? '1' : '0',
    status: isPaid ? '2' : '3',
    orderId: 'ignored',
  });

  #request(body: Record<string, unknown>): Reply {
    const { amount, callbackUrl, allowedCards } = body;
    if (!Number.isInteger(amount) || (amount as number) < 1000)
      return okReply({ result: 105, message: 'amount' });
    this.#next += 1;
    const [card = ''] = allowedCards as string[];
    this.findSession(`${this.#next}`, { amount: amount as number, callback: String(callbackUrl), card });
    return okReply({ result: 100, message: 'success', trackId: this.#next });
  }

  #inquiry(session: GatewaySession): Reply {
    const status = { OPEN: -1, PAID: 2, VERIFIED: 1, FAILED: 3 }[session.state];
    return okReply({ result: 100, message: 'success', status, ...this.#details(session) });
  }

  #verify(session: GatewaySession): Reply {
    if (session.state === 'VERIFIED') return okReply({ result: 201, message: 'previously verified' });
    if (session.state !== 'PAID') return okReply({ result: 202, message: 'not paid or failed' });
    session.state = 'VERIFIED';
    return okReply({ result: 100, message: 'success', status: 1, ...this.#details(session) });
  }

  #details = ({ amount, charged, card, state }: GatewaySession) => ({
    amount: charged ?? amount,
    ...(state !== 'OPEN' && {
      refNumber: 123_456,
      cardNumber: maskCardNumber(card),
      hashedCardNumber: createCardHash(card),
      paidAt: '2026-11-21T10:00:00',
    }),
  });
}

export const JIBIT_KEYS = { apiKey: 'jibit-api-key', secretKey: 'jibit-secret-key' };

export class JibitSimulator extends GatewaySimulator {
  /** Number of issued tokens of each kind. */
  readonly given = { fresh: 0, refreshed: 0 };
  #access: string | null = null;
  #refresh: string | null = null;
  #next = 9_007_199_254_740_993n;

  /** Invalidates every access token; with `all` the refresh token too. */
  expireTokens(all = false): void {
    this.#access = null;
    if (all) this.#refresh = null;
  }

  reply({ method, path, query, body, token }: GatewayCall): Reply {
    if (path === '/tokens') {
      if (body.apiKey !== JIBIT_KEYS.apiKey || body.secretKey !== JIBIT_KEYS.secretKey)
        return errorReply(401, { errors: [{ code: 'security.bad_credentials' }] });
      this.given.fresh += 1;
      return this.#tokens();
    }
    if (path === '/tokens/refresh') {
      if (body.refreshToken !== this.#refresh || this.#refresh === null)
        return errorReply(401, { errors: [{ code: 'tokens.refresh.invalid' }] });
      this.given.refreshed += 1;
      return this.#tokens();
    }
    if (token === null || token !== this.#access)
      return errorReply(401, { errors: [{ code: 'security.auth_required' }] });
    if (method === 'POST' && path === '/purchases') return this.#purchase(body);
    if (method === 'GET' && path === '/purchases') return this.#findPurchase(String(query.get('purchaseId')));
    const verified = /^\/purchases\/([^/]+)\/verify$/.exec(path);
    if (method === 'GET' && verified) return this.#verify(verified[1] ?? '');
    return errorReply(404, {});
  }

  returnUrlData = (purchaseId: string, isPaid: boolean) => ({
    purchaseId,
    status: isPaid ? 'SUCCESSFUL' : 'FAILED',
    amount: '1',
    clientReferenceNumber: 'ignored',
  });

  #tokens(): Reply {
    this.#access = randomBytes(8).toString('hex');
    this.#refresh = randomBytes(8).toString('hex');
    return okReply({ accessToken: this.#access, refreshToken: this.#refresh });
  }

  #purchase(body: Record<string, unknown>): Reply {
    const { amount, currency, callbackUrl, payerCardNumber, clientReferenceNumber } = body;
    if (currency !== 'IRR' || !Number.isInteger(amount) || !clientReferenceNumber)
      return errorReply(400, { errors: [{ code: 'purchase.amount.invalid' }] });
    this.#next += 1n;
    const id = this.#next.toString();
    this.findSession(id, {
      amount: amount as number,
      callback: String(callbackUrl),
      card: String(payerCardNumber),
    });
    // A number beyond a double's precision, and its text, as Jibit sends both.
    const page = `${this.page}/purchases/${id}/payments`;
    const json = `{"purchaseId":${id},"purchaseIdStr":"${id}","pspSwitchingUrl":"${page}"}`;
    return okReply(JSON.parse(json));
  }

  /** Base URL of the payer's page. */
  page = '';

  #findPurchase(id: string): Reply {
    const session = this.sessions.get(id);
    if (!session) return okReply({ pageNumber: 1, size: 20, elements: [] });
    const state = { OPEN: 'IN_PROGRESS', PAID: 'READY_TO_VERIFY', VERIFIED: 'SUCCESS', FAILED: 'FAILED' }[
      session.state
    ];
    const { amount, charged, card } = session;
    const isPaid = session.state === 'PAID' || session.state === 'VERIFIED';
    return okReply({
      elements: [
        {
          state,
          amount: charged ?? amount,
          payerCardNumber: '1111111111111111',
          ...(isPaid && {
            pspMaskedCardNumber: maskCardNumber(card),
            pspRrn: '84a29cbb205c',
            pspReferenceNumber: 'GmshtyjwKS',
          }),
        },
      ],
    });
  }

  #verify(id: string): Reply {
    const session = this.sessions.get(id);
    if (!session) return errorReply(404, { errors: [{ code: 'purchase.not_found' }] });
    if (session.state === 'VERIFIED') return okReply({ status: 'ALREADY_VERIFIED' });
    if (session.state !== 'PAID') return errorReply(400, { errors: [{ code: 'purchase.invalid_state' }] });
    session.state = 'VERIFIED';
    return okReply({ status: 'SUCCESSFUL' });
  }
}
