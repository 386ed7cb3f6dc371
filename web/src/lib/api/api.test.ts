import type { Endpoint } from '@sarraf/domain/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const CONFIRM = { status: 'FORBIDDEN', message: 'CONFIRMATION_NEEDED', errors: [] };
const DEAD = { status: 'UNAUTHORIZED', message: 'Invalid Token', errors: [] };
const DONE = { status: 'OK', message: 'done' };

type Answer = [httpStatus: number, body: unknown];
/** The server's response to a token; a request is recorded as "METHOD address token". */
let server: (token: string | null, address: string) => Answer | Promise<Answer>;
let calls: string[];

beforeEach(() => {
  vi.resetModules();
  calls = [];
  const storedItems = new Map([['sarraf.token', 'Bearer old']]);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:', reload: () => calls.push('reload') });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
    removeItem: (key: string) => storedItems.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit) => {
    const token = (headers as Record<string, string>).Authorization ?? null;
    calls.push(`${method} ${address} ${token}`);
    const [status, body] = await server(token, address);
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function loaded() {
  const [{ call }, stepUp, tokens] = await Promise.all([
    import('./api.ts'),
    import('../session/step-up.ts'),
    import('../session/token.ts'),
  ]);
  const stop = stepUp.subscribeToStepUp(() => undefined);
  const question = () => vi.waitUntil(() => stepUp.getStepUpRequest());
  return {
    change: (path = '/users/change-password') => call<Endpoint>('POST', path),
    stepUp,
    tokens,
    question,
    stop,
  };
}

const needsConfirming = (token: string | null): Answer =>
  token === 'Bearer new' ? [200, DONE] : [403, CONFIRM];

test('a call asks for confirmation after a refusal and is repeated once with the new token', async () => {
  server = needsConfirming;
  const { change, tokens, question } = await loaded();
  const reply = change();
  const { respond } = await question();
  tokens.replaceToken('new');
  respond(true);
  expect(await reply).toEqual(DONE);
  expect(calls).toEqual([
    'POST /api/users/change-password Bearer old',
    'POST /api/users/change-password Bearer new',
  ]);
  expect(localStorage.getItem('sarraf.token')).toBe('Bearer new');
});

test('calls that are refused concurrently share one confirmation dialog', async () => {
  server = needsConfirming;
  const { change, tokens, question, stepUp } = await loaded();
  const replies = Promise.all([change('/a'), change('/b')]);
  const { respond } = await question();
  await vi.waitUntil(() => calls.length === 2);
  tokens.replaceToken('new');
  respond(true);
  expect(await replies).toEqual([DONE, DONE]);
  expect(stepUp.getStepUpRequest()).toBeNull();
  expect(calls).toHaveLength(4);
});

test('a call rejects with the refusal when the person declines to confirm, and the next call asks again', async () => {
  server = needsConfirming;
  const { change, question } = await loaded();
  for (let i = 0; i < 2; i++) {
    const reply = change();
    (await question()).respond(false);
    await expect(reply).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  }
  expect(calls).toHaveLength(2);
});

test('a call rejects when it is refused again after confirming', async () => {
  server = () => [403, CONFIRM];
  const { change, question } = await loaded();
  const reply = change();
  (await question()).respond(true);
  await expect(reply).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  expect(calls).toHaveLength(2);
});

test('a call rejects with the refusal when no confirmation dialog is available', async () => {
  server = needsConfirming;
  const { change, stop } = await loaded();
  stop();
  await expect(change()).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
});

test('a call that was in flight while the token was replaced is repeated, and does not end the session', async () => {
  server = (token) => (token === 'Bearer new' ? [200, DONE] : [401, DEAD]);
  const { change, tokens, stepUp } = await loaded();
  let arrive: () => void = () => undefined;
  const newToken = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  void stepUp.whileReplacingToken(newToken.then(() => tokens.replaceToken('new')));
  const reply = change();
  await vi.waitUntil(() => calls.length === 1);
  arrive();
  expect(await reply).toEqual(DONE);
});

test('a call reads the token from storage when another tab has replaced it', async () => {
  server = (token) => (token === 'Bearer new' ? [200, DONE] : [401, DEAD]);
  const { change, tokens } = await loaded();
  expect(tokens.getToken()).toBe('Bearer old');
  localStorage.setItem('sarraf.token', 'Bearer new');
  expect(await change()).toEqual(DONE);
  expect(tokens.getToken()).toBe('Bearer new');
});

test('a call is not repeated when another person has signed in from another tab', async () => {
  server = (token) => (token === 'Bearer new' ? [200, DONE] : [401, DEAD]);
  const { change, tokens } = await loaded();
  expect(tokens.getToken()).toBe('Bearer old');
  localStorage.setItem('sarraf.sign-in', 'of somebody else');
  localStorage.setItem('sarraf.token', 'Bearer new');
  for (let i = 0; i < 2; i++) {
    await expect(change()).rejects.toMatchObject({ httpStatus: 401 });
    expect(calls.splice(0)).toEqual(['POST /api/users/change-password Bearer old', 'reload']);
  }
});

test('a call rejects immediately when the token is invalid', async () => {
  server = () => [401, DEAD];
  const { change } = await loaded();
  await expect(change()).rejects.toMatchObject({ code: 'Invalid Token', httpStatus: 401 });
  expect(calls).toHaveLength(1);
});
