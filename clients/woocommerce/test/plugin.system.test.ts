/**
 * The plugin in its own WooCommerce shop, on a whole exchange: a real store, real payments, webhooks as they are
 * sent.
 */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from '../../../scripts/debian.ts';
import {
  CARD,
  type CompanyFixture,
  OTHER_CARD,
  startCompanies,
  type TestCompany,
} from '../../../server/test/company.ts';
import { pollUntil } from '../../../server/test/waiting.ts';
import { startShop, type TestShop } from './shop.ts';

const PHP = findTool('php-cli');
const ROOT = join(import.meta.dirname, '..');
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.php') && !path.startsWith('test'),
);
const sourceOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the files of the plugin', () => {
  it('have each of their texts in both languages, and no unused text', () => {
    const usedTexts = new Set<string>();
    for (const path of SOURCES)
      for (const [, text] of sourceOf(path).matchAll(/sarraf_text\( '([^']+)' \)/g))
        usedTexts.add(text ?? '');
    const persian = [...sourceOf('includes/words-fa.php').matchAll(/^\t'([^']+)' +=> '([^']+)',$/gm)];
    expect([...persian.map(([, english]) => english)].sort()).toEqual([...usedTexts].sort());
    const placesOf = (text: string) => (text.match(/%(\d\$)?s/g) ?? []).sort();
    for (const [, english = '', words = ''] of persian) {
      expect(placesOf(words)).toEqual(placesOf(english));
      expect(words).toMatch(/[\u0600-\u06ff]/);
    }
  });

  it('start no output of their own, and are valid for PHP 7.4', () => {
    for (const path of SOURCES) {
      const text = sourceOf(path);
      expect([path, /defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/.test(text)]).toEqual([
        path,
        true,
      ]);
      // Features of PHP 8: they would be errors in PHP 7.4, which the header names.
      expect([path, /\bmatch \(|\?->|str_(starts|ends)_with|str_contains|readonly |#\[/.exec(text)]).toEqual([
        path,
        null,
      ]);
    }
  });

  it.skipIf(!PHP)('are valid PHP', () => {
    for (const path of SOURCES)
      expect(execFileSync(PHP ?? '', ['-l', join(ROOT, path)]).toString()).toContain('No syntax errors');
  });

  it('register the payment method in a block checkout', () => {
    const registered: { name: string; label: string; supports: { features: string[] } }[] = [];
    const window = {
      wc: {
        wcSettings: { getSetting: () => ({ title: 'A &amp; B', description: '', supports: ['products'] }) },
        wcBlocksRegistry: {
          registerPaymentMethod: (one: (typeof registered)[number]) => registered.push(one),
        },
      },
      wp: {
        htmlEntities: { decodeEntities: (text: string) => text.replace('&amp;', '&') },
        element: { createElement: (kind: unknown) => kind },
      },
    };
    runInNewContext(sourceOf('assets/blocks.js'), { window });
    expect(registered).toMatchObject([
      { name: 'sarraf', label: 'A & B', supports: { features: ['products'] } },
    ]);
  });
});

const WHY = PHP ? '' : ' (skipped: no php here; Debian: php-cli)';

describe.skipIf(!PHP)(`the plugin in a shop${WHY}`, () => {
  let t: CompanyFixture;
  let shop: TestShop;
  let company: TestCompany;
  let key: { token: string; id: string };
  let settings: Record<string, string>;

  beforeAll(async () => {
    [t, shop] = await Promise.all([startCompanies(), startShop(PHP ?? '')]);
    company = await t.company();
    const createdKey = (await t.as(company, 'POST', '/company/keys', { label: 'shop' })).body.baseDTO;
    key = { token: createdKey.key, id: createdKey.apiKey.id };
    const hook = { url: `${shop.url}/wc-api/sarraf_hook/` };
    const { body } = await t.as(company, 'PUT', '/company/webhook', hook);
    settings = {
      enabled: 'yes',
      api_url: t.url,
      api_key: key.token,
      webhook_secret: body.baseDTO.secret,
    };
    await shop.settings(settings);
  });
  afterAll(async () => {
    await shop.close();
    await t.expectSound();
    await t.close();
  });

  /** Uses the payer's page and the bank; returns where the payer is led, as the receipt says. */
  async function payAt(link: string, more: { cardNumber?: string; decision?: 'PAY' | 'CANCEL' } = {}) {
    const at = new URL(link);
    const request = at.searchParams.get('request') ?? '';
    const page = await t.as(null, 'GET', `/company-payments/company/${company.id}?request=${request}`);
    const { amount } = page.body.baseDTO.request;
    const { cardNumber = CARD, decision = 'PAY' } = more;
    const reply = await t.start(company, amount, { requestId: request, cardNumber });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    await t.atBank(reply.body.baseDTO.redirectSite, decision);
    const { body } = await t.as(null, 'GET', `/company-payments/${reply.body.baseDTO.id}`);
    return { id: reply.body.baseDTO.id as string, back: body.baseDTO.returnTo as string };
  }
  const linkOf = async (id: number): Promise<string> => {
    const { result, redirect = '' } = await shop.pay(id);
    expect(result).toBe('success');
    return redirect;
  };
  const paid = (id: number) => pollUntil(async () => (await shop.read(id)).status === 'processing', 60_000);
  const newestEvent = async () =>
    (await t.as(company, 'GET', '/company/webhook/events')).body.content[0] as {
      id: string;
      lastStatus: number | null;
    };
  /**
   * Sends webhooks of this work to a shop with another secret, which refuses them, and retries come a minute later
   * at the earliest, so that only the customer's return has an effect.
   */
  const deaf = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = await newestEvent();
    await shop.settings({ ...settings, webhook_secret: `whsec_${Buffer.alloc(24).toString('base64')}` });
    try {
      const done = await work();
      await pollUntil(async () => {
        const { id, lastStatus } = await newestEvent();
        return id !== before.id && lastStatus === 401;
      }, 60_000);
      return done;
    } finally {
      await shop.settings(settings);
    }
  };
  const signed = (event: object, { secret = settings.webhook_secret ?? '', ago = 0, id = 'e1' } = {}) => {
    const body = JSON.stringify(event);
    const seconds = Math.floor(Date.now() / 1000) - ago;
    const bytes = Buffer.from(secret.slice(6), 'base64');
    const signature = createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest('base64');
    return { body, id, seconds: `${seconds}`, signature: `v1,${signature}` };
  };
  const post = async ({ body, id, seconds, signature }: ReturnType<typeof signed>): Promise<number> =>
    (
      await fetch(`${shop.url}/wc-api/sarraf_hook/`, {
        method: 'POST',
        headers: { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature },
        body,
      })
    ).status;
  const allow = (permissions: string[]) =>
    t.as(company, 'PUT', `/company/keys/${key.id}/permissions`, { permissions });

  it('marks an order as paid, once, by the webhook, and the customer sees it', async () => {
    const { id } = await shop.order('250000');
    const link = await linkOf(id);
    expect(new URL(link).pathname).toBe('/company-deposit/');
    // A second click leads to the same address.
    expect(await linkOf(id)).toBe(link);
    const payment = await payAt(link);
    await paid(id);
    const order = await shop.read(id);
    expect([order.completed, order.transaction]).toEqual([1, payment.id]);
    expect(order.notes).toHaveLength(1);
    expect(payment.back).toContain('status=PAID');
    expect(await shop.visitAsCustomer(payment.back)).toBe(`${shop.url}/checkout/order-received/${id}/`);
    // The same event again, many concurrently, together with the customer.
    const event = { id: 'e2', type: 'payment.paid', data: { payment: { id: payment.id } } };
    const statuses = await Promise.all(Array.from({ length: 6 }, () => post(signed(event, { id: 'e2' }))));
    expect(statuses).toEqual(Array(6).fill(200));
    await shop.visitAsCustomer(payment.back);
    expect(await shop.read(id)).toEqual(order);
  });

  it('marks an order as paid once when many notifications come concurrently', async () => {
    const { id } = await shop.order('30000');
    const link = await linkOf(id);
    const { id: payment, back } = await deaf(() => payAt(link));
    const event = { id: 'e3', type: 'payment.paid', data: { payment: { id: payment } } };
    await Promise.all([
      ...Array.from({ length: 5 }, () => post(signed(event, { id: 'e3' }))),
      shop.visitAsCustomer(back),
      shop.visitAsCustomer(back),
    ]);
    const { completed, notes, status } = await shop.read(id);
    expect([completed, notes.length, status]).toEqual([1, 1, 'processing']);
  });

  it('queries the API when the customer returns, and trusts no parameter of the address', async () => {
    const { id, key: orderKey } = await shop.order('40000');
    const other = await shop.order('40000');
    const link = await linkOf(id);
    const request = new URL(link).searchParams.get('request') ?? '';
    const address = (more: Record<string, string>, of: { id: number; key: string } = { id, key: orderKey }) =>
      `${shop.url}/wc-api/sarraf_return/?${new URLSearchParams({ order: `${of.id}`, key: of.key, ...more })}`;
    const payPage = `${shop.url}/checkout/order-pay/${id}/`;
    const { id: somebodys } = await deaf(async () => payAt(await linkOf(other.id)));
    for (const forged of [
      { request, status: 'PAID' },
      { request, status: 'PAID', payment: somebodys },
      { status: 'PAID', payment: 'nonsense' },
    ]) {
      expect(await shop.visitAsCustomer(address(forged))).toBe(payPage);
      expect((await shop.read(id)).status).toBe('pending');
    }
    // Another's order isn't read.
    expect(await shop.visitAsCustomer(address({ status: 'PAID' }, { id, key: other.key }))).toBe(
      `${shop.url}/shop/`,
    );
    const failed = await payAt(link, { decision: 'CANCEL' });
    expect(await shop.visitAsCustomer(failed.back)).toBe(payPage);
    expect((await shop.read(id)).status).toBe('pending');
    // No webhook arrived: the customer's return alone settles it.
    const { back } = await deaf(() => payAt(link));
    expect(await shop.visitAsCustomer(back)).toBe(`${shop.url}/checkout/order-received/${id}/`);
    expect(await shop.read(id)).toMatchObject({ status: 'processing', completed: 1 });
  });

  it('refuses a webhook that the store has not signed, and an old one', async () => {
    const { id } = await shop.order('50000');
    const { id: payment } = await deaf(async () => payAt(await linkOf(id)));
    const event = { id: 'e4', type: 'payment.paid', data: { payment: { id: payment } } };
    const right = signed(event, { id: 'e4' });
    const forged = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    expect(await post(signed(event, { secret: forged }))).toBe(401);
    expect(await post(signed(event, { ago: 301 }))).toBe(401);
    expect(await post(signed(event, { ago: -400 }))).toBe(401);
    expect(await post({ ...right, body: right.body.replace('e4', 'e5') })).toBe(401);
    expect(await post({ ...right, id: 'e6' })).toBe(401);
    expect(await post({ ...right, seconds: '' })).toBe(401);
    expect(await post({ ...right, signature: '' })).toBe(401);
    expect((await shop.read(id)).status).toBe('pending');
    // An event of another shop's order changes nothing.
    const strange = {
      id: 'e7',
      type: 'payment.paid',
      data: { payment: { id: await t.pay(company, '15000') } },
    };
    expect(await post(signed(strange, { id: 'e7' }))).toBe(200);
    // While a secret is replaced there are two signatures.
    expect(await post({ ...right, signature: `v1,AAAA ${right.signature}` })).toBe(200);
    expect((await shop.read(id)).status).toBe('processing');
  });

  it('marks nothing as paid if the amount or the order differs', async () => {
    const { id } = await shop.order('60000');
    const old = await linkOf(id);
    await shop.change(id, { total: '90000' });
    const link = await linkOf(id);
    expect(link).not.toBe(old);
    // The earlier link may still be open in a browser.
    await payAt(old);
    await pollUntil(async () => (await shop.read(id)).status === 'on-hold', 60_000);
    const held = await shop.read(id);
    expect([held.completed, held.notes.length]).toEqual([0, 1]);
    await payAt(link);
    await paid(id);
    // A second payment by a payer who was at the bank already is reported, and not taken for another order.
    const second = await shop.order('70000');
    const request = new URL(await linkOf(second.id)).searchParams.get('request') ?? '';
    const both = [
      await t.start(company, '70000', { requestId: request, cardNumber: CARD }),
      await t.start(company, '70000', { requestId: request, cardNumber: OTHER_CARD }),
    ];
    for (const { body } of both) await t.atBank(body.baseDTO.redirectSite);
    await pollUntil(async () => (await shop.read(second.id)).notes.length === 2, 60_000);
    expect((await shop.read(second.id)).completed).toBe(1);
  });

  it('supports Rial and Toman without rounding, and is unavailable for other currencies', async () => {
    const of = [
      ['250000', 'IRT'],
      ['250000.00', 'IRT'],
      ['2500000', 'IRR'],
      ['2500005', 'IRR'],
      ['5', 'IRR'],
      ['2500', 'IRHR'],
      ['2500.01', 'IRHR'],
      ['250', 'IRHT'],
      ['250.005', 'IRHT'],
      ['250.0005', 'IRHT'],
      ['250000.5', 'IRT'],
      ['0', 'IRT'],
      ['-1', 'IRT'],
      ['1e6', 'IRT'],
      ['10', 'USD'],
    ];
    expect(await shop.ask({ do: 'toman', of })).toEqual([
      '250000',
      '250000',
      '250000',
      null,
      null,
      '250000',
      '250001',
      '250000',
      '250005',
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    const rial = await shop.order('300000', 'IRR');
    await payAt(await linkOf(rial.id));
    await paid(rial.id);
    const odd = await shop.order('300005', 'IRR');
    expect((await shop.pay(odd.id)).result).toBe('failure');
    const available = async (currency: string, total: string) => {
      await shop.option('currency', currency);
      await shop.option('cart_total', total);
      return shop.ask({ do: 'available' });
    };
    expect(await available('IRR', '300000')).toBe(true);
    expect(await available('IRR', '300005')).toBe(false);
    expect(await available('USD', '10')).toBe(false);
    expect(await available('IRT', '0')).toBe(true);
    await shop.settings({ ...settings, webhook_secret: '' });
    expect(await available('IRT', '250000')).toBe(false);
    await shop.settings(settings);
  });

  it('refunds a whole payment if the key permits it, and says why otherwise', async () => {
    const { id } = await shop.order('80000');
    const { id: payment } = await payAt(await linkOf(id));
    await paid(id);
    expect(await shop.refund(id, '80000')).toEqual(['sarraf', expect.stringContaining('API key may not')]);
    await allow(['REFUND']);
    expect(await shop.refund(id, '79999')).toEqual(['sarraf', expect.stringContaining('whole payments')]);
    const answers = await Promise.all([shop.refund(id, '80000', 'کم'), shop.refund(id, '80000')]);
    expect(answers.filter((answer) => answer === true)).toHaveLength(1);
    expect(await shop.read(id)).toMatchObject({ status: 'refunded', refunded: 80_000 });
    // Staff pays it; the order gets a notice.
    const [one] = [await t.person('REAL', ['treasury'])];
    const list = `/backoffice/company-refunds?company=${company.id}`;
    const { body } = await t.as(one, 'GET', list);
    expect(body.content).toMatchObject([{ paymentId: payment, amount: '80000' }]);
    const decision = { decision: 'PAID', reference: 'PAYA-77' };
    await t.as(one, 'POST', `/backoffice/company-refunds/${body.content[0].id}`, decision);
    await pollUntil(async () => (await shop.read(id)).notes.some((note) => note.includes('PAYA-77')), 60_000);
    // A settled payment can't be refunded.
    const late = await shop.order('20000');
    await payAt(await linkOf(late.id));
    await paid(late.id);
    await t.as(company, 'POST', '/company/to-wallet');
    expect(await shop.refund(late.id, '20000')).toEqual(['sarraf', expect.stringContaining('settled')]);
    expect(await shop.read(late.id)).toMatchObject({ status: 'processing', refunded: 0 });
  });

  it('waits for the store’s owner if the store requires it, and records the decision, once', async () => {
    await allow(['REFUND']);
    await t.as(company, 'POST', '/company/approval-rule/tighten', { above: '0' });
    const { id } = await shop.order('33000');
    await payAt(await linkOf(id));
    await paid(id);
    const waits = ['sarraf_waiting', expect.stringContaining('waits for approval')];
    expect(await shop.refund(id, '33000')).toEqual(waits);
    expect(await shop.refund(id, '33000')).toEqual(waits);
    const waiting = async () =>
      (await t.as(company, 'GET', '/company/instructions?state=WAITING')).body.content as { id: string }[];
    const [first] = await waiting();
    expect(await shop.read(id)).toMatchObject({ status: 'processing', refunded: 0 });
    await t.as(company, 'POST', `/company/instructions/${first?.id}/refuse`);
    const noted = (words: string) =>
      pollUntil(async () => (await shop.read(id)).notes.some((note) => note.includes(words)), 60_000);
    await noted('was refused');
    // Requested again it is another refund, which the owner approves.
    expect(await shop.refund(id, '33000')).toEqual(waits);
    const [second, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
    await t.as(company, 'POST', `/company/instructions/${second?.id}/approve`);
    await noted('was approved');
    await pollUntil(async () => (await shop.read(id)).status === 'refunded', 60_000);
    const event = { id: 'e9', type: 'instruction.done', data: { instruction: { id: second?.id } } };
    expect(await post(signed(event, { id: 'e9' }))).toBe(200);
    expect(await shop.read(id)).toMatchObject({ refunded: 33_000 });
  });

  it('has Persian texts, sends its key by https only, and declares its WooCommerce features', async () => {
    await shop.option('locale', 'fa_IR');
    const fields = await shop.ask<Record<string, { title: string; description?: string }>>({ do: 'fields' });
    expect(fields.enabled?.title).toBe('فعال');
    expect(fields.webhook_secret?.description).toContain(`${shop.url}/wc-api/sarraf_hook/`);
    await shop.option('locale', 'en_US');
    const of = [
      'https://a.example',
      'http://a.example',
      'http://127.0.0.1:8080',
      'https://u:p@a.example',
      '',
    ];
    expect(await shop.ask({ do: 'allowed', of })).toEqual([true, false, true, false, false]);
    const savedSettings = await shop.ask({
      do: 'save',
      fields: { api_url: 'http://a.example', webhook_secret: 'nothing', title: 'Card' },
    });
    expect(savedSettings).toEqual({ ...settings, title: 'Card' });
    expect(await shop.ask({ do: 'read', name: 'declared' })).toEqual({
      custom_order_tables: true,
      cart_checkout_blocks: true,
    });
    await shop.option('currency', 'IRT');
    await shop.option('cart_total', '50000');
    expect(await shop.ask({ do: 'blocks' })).toMatchObject({ sarraf: [true, { title: 'Card' }] });
    expect(shop.faults()).toEqual([]);
  });
});
