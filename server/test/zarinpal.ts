import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CARD } from './wallet.ts';

export const MERCHANT = '1344b5d4-0048-11e8-94db-005056a205be';
const CARD_HASH = createHash('sha256').update(CARD).digest('hex');

export const createPaidReply = (code: number, changes: object = {}) => ({
  data: {
    code,
    message: code === 100 ? 'Verified' : 'Paid',
    card_hash: CARD_HASH.toUpperCase(),
    card_pan: '603799******7893',
    ref_id: 201,
    fee_type: 'Merchant',
    fee: 500,
    ...changes,
  },
  errors: [],
});
export const createRefusal = (code: number, message: string) => ({
  data: [],
  errors: { code, message, validations: [] },
});

interface Session {
  merchant: string;
  amount: number;
  currency: string;
  card: string;
  state: 'OPEN' | 'PAID' | 'VERIFIED' | 'FAILED' | 'REVERSED';
  ref: number;
}

interface RequestBody {
  amount: number;
  callback_url: string;
  description: string;
  currency?: string;
  metadata: { card_pan?: string };
}

/** A Zarinpal simulator as documented: sessions, one verification, 101 from then on. */
export class ZarinpalSimulator {
  readonly sessions = new Map<string, Session>();
  readonly paths: string[] = [];
  /** The next call is executed, but its reply is cut off, or replaced. */
  fault: 'hang' | 'html' | 'redirect' | 'reset' | null = null;
  /** Reversals are refused with this code; null: they succeed. */
  reversals: number | null = null;
  /** Calls of these (`request`, `verify`) are executed, and answered when `speak` is called. */
  readonly silentAt = new Set<string>();
  readonly #held: (() => void)[] = [];
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      this.paths.push(request.url ?? '');
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const { status, reply } = this.answer(request.url ?? '', body);
      const { fault } = this;
      this.fault = null;
      if (fault === 'hang') return;
      if (fault === 'reset') return void request.socket.destroy();
      if (fault === 'redirect') return void response.writeHead(307, { location: '/elsewhere' }).end();
      if (fault === 'html')
        return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
      const say = () =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      const silent = [...this.silentAt].some((method) => request.url?.endsWith(`/${method}.json`));
      silent ? this.#held.push(say) : say();
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  resumeReplies(): void {
    this.silentAt.clear();
    for (const say of this.#held.splice(0)) say();
  }

  /** Pays, with any card by default. */
  pay(authority: string, card?: string): void {
    const session = this.sessions.get(authority);
    if (session?.state !== 'OPEN') throw new Error('not open');
    session.state = 'PAID';
    session.card = card ?? session.card;
  }

  /** The payment failed at the bank, or was cancelled. */
  fail(authority: string): void {
    const session = this.sessions.get(authority);
    if (session?.state !== 'OPEN') throw new Error('not open');
    session.state = 'FAILED';
  }

  answer(path: string, body: Record<string, unknown>): { status: number; reply: unknown } {
    if (body.merchant_id !== MERCHANT)
      return { status: 401, reply: createRefusal(-10, 'Terminal is not valid') };
    if (path === '/pg/v4/payment/request.json') return this.#request(body);
    if (path === '/pg/v4/payment/verify.json') return this.#verify(body);
    if (path === '/pg/v4/payment/reverse.json') return this.#reverse(body);
    if (path === '/pg/v4/payment/inquiry.json') return this.#inquiry(body);
    if (path === '/pg/v4/payment/unVerified.json') {
      const authorities = [...this.sessions]
        .filter(([, s]) => s.state === 'PAID')
        .map(([authority]) => ({ authority }));
      return { status: 200, reply: { data: { code: 100, message: 'Success', authorities }, errors: [] } };
    }
    return { status: 404, reply: [] };
  }

  #request(body: Record<string, unknown>) {
    const { amount, callback_url, description, currency = 'IRR', metadata } = body as unknown as RequestBody;
    if (!Number.isInteger(amount) || amount < 1000 || !/^https?:\/\//.test(callback_url) || !description) {
      return { status: 422, reply: createRefusal(-9, 'The input params invalid, validation error.') };
    }
    const authority = `A${randomBytes(18).toString('hex').slice(0, 35)}`;
    const card = metadata.card_pan ?? CARD;
    this.sessions.set(authority, {
      merchant: MERCHANT,
      amount,
      currency,
      card,
      state: 'OPEN',
      ref: this.sessions.size + 201,
    });
    return {
      status: 200,
      reply: {
        data: { code: 100, message: 'Success', authority, fee_type: 'Merchant', fee: 500 },
        errors: [],
      },
    };
  }

  #reverse(body: Record<string, unknown>) {
    const session = this.sessions.get(String(body.authority));
    if (!session) return { status: 422, reply: createRefusal(-54, 'Invalid authority.') };
    if (this.reversals !== null)
      return { status: 422, reply: createRefusal(this.reversals, 'Not reversed.') };
    if (session.state !== 'PAID' && session.state !== 'VERIFIED')
      return { status: 422, reply: createRefusal(-61, 'Session is not in success status.') };
    session.state = 'REVERSED';
    return { status: 200, reply: { data: { code: 100, message: 'Reversed' }, errors: [] } };
  }

  #inquiry(body: Record<string, unknown>) {
    const session = this.sessions.get(String(body.authority));
    if (!session) return { status: 422, reply: createRefusal(-54, 'Invalid authority.') };
    const status = session.state === 'OPEN' ? 'IN_BANK' : session.state;
    return { status: 200, reply: { data: { status, code: 100, message: 'Success' }, errors: [] } };
  }

  #verify(body: Record<string, unknown>) {
    const session = this.sessions.get(String(body.authority));
    if (!session) return { status: 422, reply: createRefusal(-54, 'Invalid authority.') };
    if (session.state !== 'PAID' && session.state !== 'VERIFIED') {
      return {
        status: 422,
        reply: createRefusal(-51, 'Session is not valid, session is not active paid try.'),
      };
    }
    if (session.amount !== body.amount) {
      return {
        status: 422,
        reply: createRefusal(-50, 'Session is not valid, amounts values is not the same.'),
      };
    }
    const code = session.state === 'VERIFIED' ? 101 : 100;
    session.state = 'VERIFIED';
    const { card, ref } = session;
    return {
      status: 200,
      reply: createPaidReply(code, {
        ref_id: ref,
        card_pan: `${card.slice(0, 6)}******${card.slice(12)}`,
        card_hash: createHash('sha256').update(card).digest('hex').toUpperCase(),
      }),
    };
  }
}
