import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const CONFIRM = { status: 'FORBIDDEN', message: 'CONFIRMATION_NEEDED', errors: [] };
const DEAD = { status: 'UNAUTHORIZED', message: 'Invalid Token', errors: [] };
const DONE = { status: 'OK', message: 'done' };

type Answer = [httpStatus: number, body: unknown];
/** What the server says to each token; a request is noted as "METHOD address token". */
let server: (token: string | null, address: string) => Answer | Promise<Answer>;
let asked: string[];

beforeEach(() => {
  vi.resetModules();
  asked = [];
  const kept = new Map([['sarraf.token', 'Bearer old']]);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:', reload: () => asked.push('reload') });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit) => {
    const token = (headers as Record<string, string>).Authorization ?? null;
    asked.push(`${method} ${address} ${token}`);
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
  const question = () => vi.waitUntil(() => stepUp.currentQuestion());
  return { change: (path = '/users/change-password') => call('POST', path), stepUp, tokens, question, stop };
}

const needsConfirming = (token: string | null): Answer =>
  token === 'Bearer new' ? [200, DONE] : [403, CONFIRM];

test('a refused call asks for confirmation and is repeated once with the new token', async () => {
  server = needsConfirming;
  const { change, tokens, question } = await loaded();
  const reply = change();
  const { answer } = await question();
  tokens.replaceToken('new');
  answer(true);
  expect(await reply).toEqual(DONE);
  expect(asked).toEqual([
    'POST /api/users/change-password Bearer old',
    'POST /api/users/change-password Bearer new',
  ]);
  expect(localStorage.getItem('sarraf.token')).toBe('Bearer new');
});

test('calls refused side by side share one question', async () => {
  server = needsConfirming;
  const { change, tokens, question, stepUp } = await loaded();
  const replies = Promise.all([change('/a'), change('/b')]);
  const { answer } = await question();
  await vi.waitUntil(() => asked.length === 2);
  tokens.replaceToken('new');
  answer(true);
  expect(await replies).toEqual([DONE, DONE]);
  expect(stepUp.currentQuestion()).toBeNull();
  expect(asked).toHaveLength(4);
});

test('who would rather not confirm gets the refusal itself, and is asked again next time', async () => {
  server = needsConfirming;
  const { change, question } = await loaded();
  for (let i = 0; i < 2; i++) {
    const reply = change();
    (await question()).answer(false);
    await expect(reply).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  }
  expect(asked).toHaveLength(2);
});

test('a second refusal after confirming is final', async () => {
  server = () => [403, CONFIRM];
  const { change, question } = await loaded();
  const reply = change();
  (await question()).answer(true);
  await expect(reply).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  expect(asked).toHaveLength(2);
});

test('where nobody can be asked the refusal stays', async () => {
  server = needsConfirming;
  const { change, stop } = await loaded();
  stop();
  await expect(change()).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
});

test('a call under way while the token is replaced is repeated, not taken for a dead session', async () => {
  server = (token) => (token === 'Bearer new' ? [200, DONE] : [401, DEAD]);
  const { change, tokens, stepUp } = await loaded();
  let arrive: () => void = () => undefined;
  const newToken = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  void stepUp.whileReplacingToken(newToken.then(() => tokens.replaceToken('new')));
  const reply = change();
  await vi.waitUntil(() => asked.length === 1);
  arrive();
  expect(await reply).toEqual(DONE);
});

test('a token that another tab has replaced is taken from where it is kept', async () => {
  server = (token) => (token === 'Bearer new' ? [200, DONE] : [401, DEAD]);
  const { change, tokens } = await loaded();
  expect(tokens.getToken()).toBe('Bearer old');
  localStorage.setItem('sarraf.token', 'Bearer new');
  expect(await change()).toEqual(DONE);
  expect(tokens.getToken()).toBe('Bearer new');
});

test('nothing is sent again in the name of who signed in meanwhile in another tab', async () => {
  server = (token) => (token === 'Bearer new' ? [200, DONE] : [401, DEAD]);
  const { change, tokens } = await loaded();
  expect(tokens.getToken()).toBe('Bearer old');
  localStorage.setItem('sarraf.sign-in', 'of somebody else');
  localStorage.setItem('sarraf.token', 'Bearer new');
  for (let i = 0; i < 2; i++) {
    await expect(change()).rejects.toMatchObject({ httpStatus: 401 });
    expect(asked.splice(0)).toEqual(['POST /api/users/change-password Bearer old', 'reload']);
  }
});

test('a dead token is a refusal at once', async () => {
  server = () => [401, DEAD];
  const { change } = await loaded();
  await expect(change()).rejects.toMatchObject({ code: 'Invalid Token', httpStatus: 401 });
  expect(asked).toHaveLength(1);
});
