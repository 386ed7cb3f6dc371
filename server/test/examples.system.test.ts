/** docs/api/examples: the examples of the developers' pages, run verbatim by the programs that they are for. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import vectors from '../../docs/api/signing-vectors.json' with { type: 'json' };
import { formatWebhookSignature as webhookSignatureOf } from '../src/platform/webhook-signature.ts';
import { documentedMessage, streamDocument } from './documented.ts';
import { startKeyedServer } from './keyed-server.ts';
import { createSignedHeaders } from './program.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, DEMO_PASSWORD, readPublishedPrice } from './running-server.ts';
import { listDifferences } from './shapes.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/api/examples');
const examplePath = (name: string) => join(EXAMPLES, name);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'sarraf-examples-'));
const pemFile = join(folder, 'private.pem');
afterAll(() => removeFolder(folder));

const isInstalled = (program: string, ...question: string[]) => spawnSync(program, question).status === 0;
/** The requirements of each example in addition to Node, and why it is skipped without them. */
const MISSING = {
  sh:
    !isInstalled('curl', '--version') || !isInstalled('openssl', 'version')
      ? 'curl or openssl is not installed'
      : null,
  ts: null,
  py: isInstalled('python3', '--version') ? null : 'python3 is not installed',
  php: isInstalled('php', '--version') ? null : 'php is not installed (Debian: php-cli)',
};
/** Fields that the test reads. */
type StreamMessage = { channel: string; type: string } | { op: string };
type Language = keyof typeof MISSING;
const LANGUAGES = Object.keys(MISSING) as Language[];
/** Skips an example whose program isn't installed, with the reason. */
const skipUnlessInstalled = (language: Language, { skip }: Pick<TestContext, 'skip'>) =>
  skip(MISSING[language] !== null, MISSING[language] ?? '');
const PROGRAMS: Record<Language, string> = {
  sh: 'bash',
  ts: process.execPath,
  py: 'python3',
  php: 'php',
};

/** The call of each example: the signature of the given parts, or whether a webhook is ours. */
const CALLS = {
  py: `import sys, importlib.util
spec = importlib.util.spec_from_file_location('example', sys.argv[1])
example = importlib.util.module_from_spec(spec)
spec.loader.exec_module(example)
`,
  php: 'require $argv[1]; ',
};

describe('a signing example', () => {
  writeFileSync(pemFile, vectors.ed25519.privateKeyPem);
  const { secret } = vectors.hmacSha256;
  const signers: Record<Language, (parts: string[]) => Promise<string>> = {
    async sh(parts) {
      const env = { ...process.env, PRIVATE_KEY: pemFile };
      return (await run('bash', [examplePath('sign.sh'), ...parts], { env })).stdout;
    },
    async ts(parts) {
      const { signatureOf } = await import(examplePath('sign.ts'));
      return signatureOf(vectors.ed25519.privateKeyPem, ...parts);
    },
    async py(parts) {
      const code = `${CALLS.py}print(example.signature_of(*sys.argv[2:]))`;
      return (await run('python3', ['-c', code, examplePath('sign.py'), secret, ...parts])).stdout;
    },
    async php(parts) {
      const code = `${CALLS.php}echo signature_of(...array_slice($argv, 2));`;
      return (await run('php', ['-r', code, '--', examplePath('sign.php'), secret, ...parts])).stdout;
    },
  };
  const KEY_KINDS = { sh: 'ed25519', ts: 'ed25519', py: 'hmacSha256', php: 'hmacSha256' } as const;

  it.for(LANGUAGES)('reproduces the test vectors in %s', async (language, context) => {
    skipUnlessInstalled(language, context);
    for (const vector of vectors.vectors) {
      const signature = await signers[language]([vector.time, vector.method, vector.path, vector.body]);
      expect(signature.trim(), vector.name).toBe(vector[KEY_KINDS[language]]);
    }
  });
});

describe('a webhook verification example', () => {
  const SECRET = 'whsec_example';
  const body = '{"id":"01","event":"payment.paid","text":"پرداخت"}';
  const now = () => Math.floor(Date.now() / 1000);
  const webhookCheckers: Record<
    Exclude<Language, 'sh'>,
    (header: string, body: string) => Promise<boolean>
  > = {
    async ts(header, text) {
      return (await import(examplePath('webhook.ts'))).isFromExchange(header, text, SECRET);
    },
    async py(header, text) {
      const code = `${CALLS.py}print(example.is_from_exchange(sys.argv[2], sys.argv[3].encode(), sys.argv[4]))`;
      return (
        (await run('python3', ['-c', code, examplePath('webhook.py'), header, text, SECRET])).stdout ===
        'True\n'
      );
    },
    async php(header, text) {
      const code = `${CALLS.php}echo json_encode(is_from_exchange(...array_slice($argv, 2)));`;
      return (
        (await run('php', ['-r', code, '--', examplePath('webhook.php'), header, text, SECRET])).stdout ===
        'true'
      );
    },
  };

  it.for(['ts', 'py', 'php'] as const)(
    'accepts our events and rejects similar ones in %s',
    async (language, context) => {
      skipUnlessInstalled(language, context);
      const checkWebhook = webhookCheckers[language];
      const header = webhookSignatureOf(SECRET, now(), body);
      expect(await checkWebhook(header, body)).toBe(true);
      expect(await checkWebhook(header, `${body} `)).toBe(false);
      // While a secret is being replaced, each of the two signs.
      const [, other = ''] = webhookSignatureOf('whsec_other', now(), body).split(',');
      expect(await checkWebhook(`${header},${other}`, body)).toBe(true);
      expect(await checkWebhook(header.replace(',', `,${other},`), body)).toBe(true);
      expect(await checkWebhook(webhookSignatureOf('whsec_other', now(), body), body)).toBe(false);
      expect(await checkWebhook(webhookSignatureOf(SECRET, now() - 3_600, body), body)).toBe(false);
      for (const wrong of ['', 'nonsense', `t=${now()}`, `t=${now()},v1=`, 't=x,v1=00', 't=²,v1=é'])
        expect(await checkWebhook(wrong, body), wrong).toBe(false);
    },
  );
});

describe('an example that calls the API', () => {
  let server: Awaited<ReturnType<typeof startKeyedServer>>;
  let token: string;
  let env: Record<Language, NodeJS.ProcessEnv>;

  beforeAll(async () => {
    server = await startKeyedServer();
    token = await server.session('demo@sarraf.test');
    const own = join(folder, 'own.pem');
    writeFileSync(own, server.privateKeyPem);
    const plain = { ...process.env, SARRAF: server.url, NO_PROXY: '*', no_proxy: '*' };
    const byOwn = { ...plain, KEY_ID: server.program.id, PRIVATE_KEY: own };
    const byShared = { ...plain, KEY_ID: server.shared.id, SECRET: server.shared.secret };
    env = { sh: byOwn, ts: byOwn, py: byShared, php: byShared };
  });
  afterAll(() => server.close(), 60_000);

  it.for(LANGUAGES)('reads, places and cancels orders in %s', async (language, context) => {
    skipUnlessInstalled(language, context);
    const { stdout } = await run(PROGRAMS[language], [examplePath(`quick-start.${language}`)], {
      env: env[language],
    });
    const [read, placed, cancelled, ...rest] = stdout.trim().split('\n');
    const totals = JSON.parse(read?.replace('Toman and coins: ', '') ?? '');
    expect(totals).toMatchObject({ status: 'OK', baseDTO: { tomanWallet: '500000000' } });
    const [, id, , limit] = placed?.split(' ') ?? [];
    expect([cancelled, rest]).toEqual([`cancelled ${id}`, []]);
    const { body } = await callServer(server.url, 'GET', `/orders/${id}`, { token });
    expect(body.baseDTO).toMatchObject({
      marketType: 'TETHER_TOMAN',
      orderType: 'LIMITED_BUY',
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      executedPercent: 0,
      unitPrice: limit,
    });
  });

  it('ends with the error of a refused call', async () => {
    for (const language of LANGUAGES.filter((one) => MISSING[one] === null)) {
      const stranger = { ...env[language], KEY_ID: '01900000-0000-7000-8000-000000000000' };
      const args = [examplePath(`quick-start.${language}`)];
      await expect(run(PROGRAMS[language], args, { env: stranger }), language).rejects.toThrow(
        /API_KEY_REFUSED|401/,
      );
    }
  });

  it('reads an order book and balances from the stream', async () => {
    const { stdout } = await run(process.execPath, [examplePath('stream.ts')], { env: env.ts });
    const lines = stdout.trim().split('\n');
    expect(lines).toContain('authenticated');
    expect(lines.join()).toMatch(/balances snapshot \d+/);
    expect(lines.join()).toMatch(/book:TETHER_TOMAN snapshot \d+/);
  });

  it('logs in with the typed code, without a cookie', async () => {
    const account = { EMAIL: 'demo@sarraf.test', PASSWORD: DEMO_PASSWORD };
    const program = spawn(process.execPath, [examplePath('log-in.ts')], { env: { ...env.ts, ...account } });
    let printed = '';
    program.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    await expect.poll(() => printed, { timeout: 10_000 }).toBe('code: ');
    const { body } = await callServer(server.url, 'GET', `/sandbox/outbox?to=${account.EMAIL}`);
    program.stdin.end(`${body[0].code}\n`);
    const [exitCode] = await once(program, 'exit');
    expect([exitCode, printed]).toEqual([0, 'code: logged in as demo@sarraf.test\n']);
  });

  it('connects ccxt’s binance by its URLs alone', async () => {
    const { stdout } = await run(process.execPath, [examplePath('binance.ts')], { env: env.py });
    expect(stdout).toMatch(/^\d+ markets\nUSDT 5000\n$/);
  });

  it('of the stream’s document is accepted by a server, and matches what a server sends', async () => {
    const { messages } = streamDocument.components;
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/stream`);
    const receivedMessages: StreamMessage[] = [];
    socket.addEventListener('message', ({ data }) => receivedMessages.push(documentedMessage(data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const sendMessage = (message: object) => socket.send(JSON.stringify(message));
    const listExamples = (name: string) => messages[name]?.examples.map(({ payload }) => payload) ?? [];

    // A client's requests, with keys that this server knows, are accepted without an error.
    const time = Date.now();
    const headers = createSignedHeaders(server.program, { method: 'GET', path: '/api/stream', time });
    const signed = { key: server.program.id, time: String(time), signature: headers['x-api-signature'] };
    for (const example of listExamples('Authenticate')) sendMessage({ ...example, token });
    await expect.poll(() => receivedMessages).toHaveLength(1);
    for (const example of listExamples('AuthenticateProgram')) sendMessage({ ...example, ...signed });
    await expect.poll(() => receivedMessages).toHaveLength(2);
    for (const name of ['Subscribe', 'Unsubscribe', 'Ping'])
      for (const example of listExamples(name)) sendMessage(example);
    await expect.poll(() => receivedMessages.some((one) => 'op' in one && one.op === 'pong')).toBe(true);
    expect(receivedMessages.filter((one) => 'op' in one && one.op === 'error')).toEqual([]);
    expect(vectors.vectors.find(({ path }) => path === '/api/stream')).toMatchObject({
      time: (listExamples('AuthenticateProgram')[0] as { time: string }).time,
      ed25519: (listExamples('AuthenticateProgram')[0] as { signature: string }).signature,
    });

    // A server's messages have the structure of the examples: one of each kind is triggered.
    const documentedMessages = Object.values(messages)
      .flatMap(({ examples }) => examples.map(({ payload }) => payload as StreamMessage))
      .filter((payload) => 'channel' in payload || ['authenticated', 'pong', 'error'].includes(payload.op));
    const channels = [
      ...new Set(documentedMessages.flatMap((one) => ('channel' in one ? [one.channel] : []))),
    ];
    const hasSameShape = (a: StreamMessage, b: StreamMessage) =>
      'channel' in a && 'channel' in b
        ? a.channel === b.channel && a.type === b.type
        : 'op' in a && 'op' in b && a.op === b.op;
    sendMessage({ op: 'subscribe', channels, checksum: true });
    sendMessage({ op: 'nonsense' });
    sendMessage({ op: 'subscribe', chanels: [] });
    await expect
      .poll(() =>
        channels.filter((name) => !receivedMessages.some((one) => 'channel' in one && one.channel === name)),
      )
      .toEqual([]);
    await server.makeKey({ kind: 'HMAC' });
    await tradeDash(server.url, await server.session('maker@sarraf.test'), token);
    await expect
      .poll(() =>
        documentedMessages.filter((one) => !receivedMessages.some((other) => hasSameShape(one, other))),
      )
      .toEqual([]);
    const unlike = documentedMessages.map((one) => {
      const errors = receivedMessages
        .filter((other) => hasSameShape(one, other))
        .map((real) => listDifferences(one, real, ['prev', 'checksum']));
      return errors.some(({ length }) => length === 0) ? null : { one, errors };
    });
    expect(unlike.filter((error) => error !== null)).toEqual([]);
    socket.close();
  });
});

/** One user sells some Dash to another, who also has an open order and cancels it. */
async function tradeDash(url: string, seller: string, buyer: string): Promise<void> {
  const place = async (token: string, body: object) => {
    const placed = await callServer(url, 'POST', '/orders', {
      token,
      body: { marketType: 'DASH_TOMAN', ...body },
    });
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
    return placed.body.baseDTO.id as string;
  };
  const { tick } = (await callServer(url, 'GET', '/markets/DASH_TOMAN')).body.baseDTO;
  const priceNear = (percent: bigint, price: bigint) => {
    const wished = (price * percent) / 100n;
    return String(wished - (wished % BigInt(tick)));
  };
  const price = BigInt(await readPublishedPrice(url, 'DASH', 'buy'));
  const waiting = await place(buyer, {
    orderType: 'LIMITED_BUY',
    amount: '0.5',
    unitPrice: priceNear(85n, price),
  });
  const sale = await place(seller, {
    orderType: 'LIMITED_SELL',
    amount: '1',
    unitPrice: priceNear(100n, price),
  });
  await place(buyer, { orderType: 'MARKET_BUY', amount: '0.2' });
  for (const [token, id] of [
    [buyer, waiting],
    [seller, sale],
  ] as const)
    await callServer(url, 'DELETE', `/orders/${id}`, { token });
}
