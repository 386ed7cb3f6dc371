import type {
  backofficeDocument,
  countries,
  Endpoint,
  payoutFile,
  staffDocument,
} from '@sarraf/domain/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicQuery } from '../queries/public-query.ts';
import { ApiError, call } from './api.ts';
import { download, upload } from './transfer.ts';

/** The part of XMLHttpRequest that an upload needs; the test plays the server. */
class FakeRequest {
  static last: FakeRequest;
  status = 0;
  responseText = '';
  timeout = 0;
  opened = '';
  headers: Record<string, string> = {};
  body = new FormData();
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;
  onabort?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, address: string) {
    this.opened = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload?.();
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('localStorage', { getItem: () => 'Bearer secret' });
});
afterEach(() => vi.unstubAllGlobals());

const picture = new File(['jpeg'], 'IMG_20240101 of my home.jpg', { type: 'image/jpeg' });
const refusal = (message: string, errors: string[] = []) =>
  JSON.stringify({ status: 'BAD_REQUEST', message, errors });

test('an upload sends its fields before its files, and omits the device’s file names', async () => {
  const shares: number[] = [];
  const reply = upload<Endpoint>('POST', '/users/documents/:kind', {
    params: { kind: 'back image' },
    fields: { firstName: 'سارا' },
    files: { image: picture },
    onProgress: (share) => shares.push(share),
  });
  const request = FakeRequest.last;
  expect(request.opened).toBe('POST /api/users/documents/back%20image');
  expect(request.headers).toMatchObject({ Authorization: 'Bearer secret', 'Accept-Language': 'fa' });
  expect(request.headers).not.toHaveProperty('Content-Type');
  expect([...request.body.keys()]).toEqual(['firstName', 'image']);
  expect((request.body.get('image') as File).name).toBe('image');
  request.upload.onprogress?.({ loaded: 25, total: 100 });
  request.upload.onprogress?.({ loaded: 100, total: 100 });
  request.answer(200, '{"status":"OK","message":"Verification Needed"}');
  expect(await reply).toEqual({ status: 'OK', message: 'Verification Needed' });
  expect(shares).toEqual([0, 0.25, 1]);
});

test('an upload rejects with the reason when it is refused, interrupted, late or cancelled', async () => {
  const parts = { fields: {}, files: { image: picture } };
  const refusedUpload = upload<Endpoint>('POST', '/users/account', parts);
  FakeRequest.last.answer(400, refusal('ACCOUNT_INVALID', ['image.REQUIRED']));
  await expect(refusedUpload).rejects.toMatchObject({ code: 'ACCOUNT_INVALID', errors: ['image.REQUIRED'] });

  const cut = upload<Endpoint>('POST', '/users/account', parts);
  FakeRequest.last.onerror?.();
  await expect(cut).rejects.toMatchObject({ code: 'OFFLINE' });

  const late = upload<Endpoint>('POST', '/users/account', parts);
  FakeRequest.last.ontimeout?.();
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });

  const off = new AbortController();
  const called = upload<Endpoint>('POST', '/users/account', { ...parts, signal: off.signal });
  off.abort();
  await expect(called).rejects.toMatchObject({ name: 'AbortError' });
});

test('an upload rejects without details when a proxy replies with its own page', async () => {
  const reply = upload<Endpoint>('POST', '/users/account', { fields: {}, files: {} });
  FakeRequest.last.answer(413, '<html>too large</html>');
  await expect(reply).rejects.toMatchObject({ code: 'UNKNOWN', httpStatus: 413 });
});

const serve = (status: number, body: string) =>
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    expect(address).toBe('/api/backoffice/people/a%2Fb/documents/image?reason=l');
    expect(headers).toMatchObject({ Authorization: 'Bearer secret' });
    return new Response(body, { status });
  });
const fetchDocument = () =>
  download<typeof staffDocument>('GET', '/backoffice/people/:id/documents/:kind', {
    params: { id: 'a/b', kind: 'image' },
    query: { reason: 'l' },
  });

test('a download returns the file', async () => {
  serve(200, 'jpeg');
  expect(await (await fetchDocument()).text()).toBe('jpeg');
});

test('a refused download reads the message from the blob (rule 2)', async () => {
  serve(404, refusal('NOT_FOUND', ['document']));
  await expect(fetchDocument()).rejects.toMatchObject({
    code: 'NOT_FOUND',
    errors: ['document'],
    httpStatus: 404,
  });
  serve(502, 'Bad gateway');
  await expect(fetchDocument()).rejects.toMatchObject({ code: 'UNKNOWN', httpStatus: 502 });
});

test('a download without a response rejects with a known failure code', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  await expect(download<typeof backofficeDocument>('GET', '/backoffice/openapi', {})).rejects.toEqual(
    new ApiError('OFFLINE'),
  );
});

test('the compiler refuses a request that its endpoint does not describe', () => {
  const params = { id: 'a' };
  const refusals = [
    // @ts-expect-error The endpoint is missing.
    () => call('GET', '/country'),
    // @ts-expect-error The method is GET.
    () => call<typeof countries>('POST', '/country'),
    // @ts-expect-error The path is /country.
    () => call<typeof countries>('GET', '/countries'),
    // @ts-expect-error The endpoint is missing.
    () => download('GET', '/backoffice/openapi', {}),
    // @ts-expect-error The method is POST.
    () => download<typeof payoutFile>('GET', '/backoffice/payouts/:id/file', { params }),
    // @ts-expect-error A required parameter is missing.
    () => download<typeof payoutFile>('POST', '/backoffice/payouts/:id/file', {}),
    // @ts-expect-error The endpoint is missing.
    () => upload('POST', '/users/account', { fields: {}, files: {} }),
    // @ts-expect-error The endpoint changes something, so it isn't a query.
    () => publicQuery<typeof payoutFile>('fa', '/backoffice/payouts/:id/file', { params }),
  ];
  expect(refusals).toHaveLength(8);
});
