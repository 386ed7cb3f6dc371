/** What a store's program passes with a request in addition to the amount: the return URL and metadata. */
import { METADATA_LIMITS } from '@sarraf/domain/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyFixture, startCompanies, type TestCompany } from '../../../test/company.ts';
import { createWebhookSender } from '../../providers/webhook-https.ts';
import { validateMetadata } from './metadata.ts';
import { buildReturnUrl, parseReturnUrl } from './return-url.ts';

describe('the return URL of a payment request', () => {
  const outside = createWebhookSender();
  it.each([
    ['https://shop.example.com/thanks?cart=7', 'https://shop.example.com/thanks?cart=7'],
    ['HTTPS://Shop.Example.com', 'https://shop.example.com/'],
    ['https://shop.example.com/خرید', 'https://shop.example.com/%D8%AE%D8%B1%DB%8C%D8%AF'],
  ])('%s is %s', (url, expected) => {
    expect(parseReturnUrl(outside, url)).toBe(expected);
  });
  it.each([
    'http://shop.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '/company-deposit',
    '//shop.example.com/',
    'https:\\\\shop.example.com',
    'https://shop.example.com/a b',
    'https://user:pass@shop.example.com/',
    'https://localhost/',
    'https://intranet/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    '',
    `https://shop.example.com/${'خ'.repeat(450)}`,
  ])('%s is refused', (url) => {
    expect(() => parseReturnUrl(outside, url)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', errors: ['returnUrl'] }),
    );
  });

  it('gets the outcome appended, and keeps its other parts', () => {
    const about = { request: 'r', payment: 'p', status: 'PAID' };
    expect(buildReturnUrl('https://s.example.com/x?cart=7&status=mine#top', about)).toBe(
      'https://s.example.com/x?cart=7&status=PAID&request=r&payment=p#top',
    );
    expect(buildReturnUrl('https://s.example.com/x?payment=mine', { ...about, payment: null })).toBe(
      'https://s.example.com/x?request=r&status=PAID',
    );
    expect(buildReturnUrl(null, about)).toBeNull();
  });
});

describe('the metadata of a payment request', () => {
  const { names, nameLength, textLength } = METADATA_LIMITS;
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 'x']));
  it.each([
    {},
    { 'نام\u200cمشتری': 'سارا 👨\u200d👩\u200d👧' },
    { cart: '7', 'نام مشتری': 'سارا\nمحمدی', empty: '' },
    many(names),
    { ['n'.repeat(nameLength)]: 'x'.repeat(textLength) },
  ])('%# is accepted unchanged', (metadata) => {
    expect(validateMetadata(metadata)).toEqual(metadata);
  });
  it.each<[string, Record<string, string>]>([
    ['too many', many(names + 1)],
    ['a long name', { ['n'.repeat(nameLength + 1)]: '' }],
    ['a long text', { n: 'x'.repeat(textLength + 1) }],
    [
      'too much',
      Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${at}`, 'x'.repeat(textLength)])),
    ],
    ['no name', { '': 'x' }],
    ['brackets', { 'a[b]': 'x' }],
    ['a name that breaks', { 'a\nb': 'x' }],
    ['a name that turns text round', { 'a\u202eb': 'x' }],
    ['a text with a zero', { a: 'x\u0000' }],
    ['half a letter', { a: '\ud800' }],
  ])('%s is refused', (_what, metadata) => {
    expect(() => validateMetadata(metadata)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', errors: ['metadata'] }),
    );
  });
});

describe('a payer of a request', () => {
  let t: CompanyFixture;
  let company: TestCompany;
  let key: string;
  beforeAll(async () => {
    t = await startCompanies();
    company = await t.company();
    key = (await t.as(company, 'POST', '/company/keys', { label: 'till' })).body.baseDTO.key;
  });
  afterAll(() => t.close(), 30_000);

  const ask = (orderNumber: string, more: object) =>
    t.as({ token: key }, 'POST', '/company-api/requests', { amount: '50000', orderNumber, ...more });
  const readPublic = async (path: string) => (await t.as(null, 'GET', path)).body.baseDTO;

  it('returns with payment and status, which the program reads with its key; a repeat changes nothing', async () => {
    const metadata = { cart: '7', note: 'پشت در' };
    const { body } = await ask('A-1', { returnUrl: 'https://shop.example.com/thanks?cart=7', metadata });
    const request = body.baseDTO;
    expect(request).toMatchObject({ returnUrl: 'https://shop.example.com/thanks?cart=7', metadata });
    const other = await ask('A-1', { returnUrl: 'https://evil.example.com/', metadata: { cart: '8' } });
    expect(other.body.baseDTO).toEqual(request);

    const page = `/company-payments/company/${company.id}?request=${request.id}`;
    const open = await readPublic(page);
    const back = `https://shop.example.com/thanks?cart=7&request=${request.id}`;
    expect(open.request.returnTo).toBe(`${back}&status=OPEN`);
    // Never shown to payers.
    expect(JSON.stringify(open)).not.toContain('پشت در');

    const start = async () =>
      (await t.start(company, '50000', { requestId: request.id, callBackURL: '/company-deposit/result' }))
        .body.baseDTO;
    const payment = await start();
    expect((await readPublic(`/company-payments/${payment.id}`)).returnTo).toBe(
      `${back}&payment=${payment.id}&status=PENDING`,
    );
    await t.atBank(payment.redirectSite, 'CANCEL');
    expect((await readPublic(`/company-payments/${payment.id}`)).returnTo).toBe(
      `${back}&payment=${payment.id}&status=FAILED`,
    );
    const secondPayment = await start();
    await t.atBank(secondPayment.redirectSite);
    const receipt = await readPublic(`/company-payments/${secondPayment.id}`);
    expect(receipt.returnTo).toBe(`${back}&payment=${secondPayment.id}&status=PAID`);
    expect(JSON.stringify(receipt)).not.toContain('پشت در');
    expect((await readPublic(page)).request).toMatchObject({
      state: 'PAID',
      returnTo: `${back}&payment=${secondPayment.id}&status=PAID`,
    });
    const read = await t.as({ token: key }, 'GET', `/company-api/payments/${secondPayment.id}`);
    expect(read.body.baseDTO).toMatchObject({
      id: secondPayment.id,
      state: 'PAID',
      orderNumber: 'A-1',
      metadata,
    });
    await t.expectSound();
  });

  it('is cancelled by the key of its company, only while it is open', async () => {
    await ask('C-1', {});
    const cancel = (token: string, orderNumber: string) =>
      t.as({ token }, 'DELETE', `/company-api/requests/${encodeURIComponent(orderNumber)}`);
    const [first, second] = await Promise.all([cancel(key, 'C-1'), cancel(key, 'C-1')]);
    const done = first.status === 200 ? first : second;
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect(done.body.baseDTO).toMatchObject({ orderNumber: 'C-1', state: 'CANCELLED' });
    expect((await cancel(key, 'C-1')).body).toMatchObject({
      message: 'REQUEST_CLOSED',
      data: { state: 'CANCELLED' },
    });
    expect((await cancel(key, 'A-1')).body).toMatchObject({
      message: 'REQUEST_CLOSED',
      data: { state: 'PAID' },
    });
    expect((await cancel(key, 'never made')).body.message).toBe('NOT_FOUND');
    expect((await cancel('no such key', 'C-1')).body.message).toBe('INVALID_API_KEY');
  });

  it('of a plain link goes nowhere', async () => {
    const id = await t.pay(company, '60000');
    expect((await readPublic(`/company-payments/${id}`)).returnTo).toBeNull();
    const read = await t.as({ token: key }, 'GET', `/company-api/payments/${id}`);
    expect(read.body.baseDTO).toMatchObject({ metadata: {}, orderNumber: null });
  });

  it('is never redirected to an internal host, except to the sandbox’s own machine', async () => {
    for (const returnUrl of [
      'http://shop.example.com/',
      'https://10.0.0.1/',
      'https://a:b@shop.example.com/',
    ])
      expect((await ask('B-1', { returnUrl })).body).toMatchObject({
        message: 'BAD_REQUEST',
        errors: ['returnUrl'],
      });
    const big = await ask('B-1', { metadata: { a: 'x'.repeat(501) } });
    expect(big.body).toMatchObject({ message: 'BAD_REQUEST', errors: ['metadata'] });
    expect((await ask('B-1', { metadata: { a: 7 } })).status).toBe(400);
    expect((await t.as({ token: key }, 'GET', '/company-api/requests/B-1')).body.message).toBe('NOT_FOUND');
    const own = await ask('B-1', { returnUrl: 'http://localhost:3000/thanks' });
    expect(own.body.baseDTO.returnUrl).toBe('http://localhost:3000/thanks');
  });
});
