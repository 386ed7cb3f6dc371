import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../server/src/identity/index.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { openSecrets } from '../server/src/platform/secrets/open-secrets.ts';
import { addPerson } from '../server/test/people.ts';
import { findFreePort, startServer } from '../server/test/running-server.ts';

// Whether body, status or time of a response reveal which e-mail addresses have an account (S04).

const SAMPLES = Number.parseInt(process.env.BENCH_SAMPLES ?? '1000', 10);
const WARM_UP = 30;
const MAX_MS = 10;

const ENDPOINTS = {
  login: { path: '/users/login', body: { password: 'Wrong-password-1' } },
  register: { path: '/users/register', body: { password: 'Mountain-7-river' } },
  'forget-password': { path: '/users/forget-password', body: {} },
} as const;
type EndpointName = keyof typeof ENDPOINTS;
type AddressKind = 'known' | 'unknown';

/**
 * Returns an address with the same first letter, since that is shown: any other difference between two responses
 * would reveal something.
 */
const createAddress = (kind: AddressKind, n: number): string => `b-${kind}-${n}@sarraf.test`;

interface Answer {
  /** Status and body. */
  text: string;
  ms: number;
}

async function callEndpoint(
  url: string,
  { path, body }: (typeof ENDPOINTS)[EndpointName],
  email: string,
): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, email }),
  });
  // The challenge differs in each reply.
  const shownText = (await response.text()).replace(/"challenge":"[\w-]*"/, '');
  const text = `${response.status} ${shownText}`;
  return { text, ms: performance.now() - startedAt };
}

interface EndpointResult {
  times: Record<AddressKind, number[]>;
  /** All responses, for known and for unknown addresses. */
  answers: Record<AddressKind, Set<string>>;
}

/** Alternates a known and an unknown address, each first as often as second. */
async function measure(url: string, endpoint: EndpointName): Promise<EndpointResult> {
  const times: EndpointResult['times'] = { known: [], unknown: [] };
  const answers: EndpointResult['answers'] = { known: new Set(), unknown: new Set() };
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const { text, ms } = await callEndpoint(url, ENDPOINTS[endpoint], createAddress(kind, n));
      if (n < WARM_UP) continue;
      times[kind].push(ms);
      answers[kind].add(text);
    }
  }
  return { times, answers };
}

async function addPeople(databaseUrl: string, secretKey: Buffer): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 1);
  const secrets = await openSecrets(db, [secretKey]);
  const passwordHash = await hashPassword('Mountain-7-river', { from: '', isKnownClient: true });
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const id = await addPerson(db, { email: createAddress('known', n) });
    const sealed = secrets.encrypt(passwordHash, 'users.password_encrypted', id);
    await sql`update users set password_encrypted = ${sealed} where id = ${id}`.execute(db);
  }
  await close();
}

const computeMedian = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const roundMs = (ms: number): number => Math.round(ms * 100) / 100;

function printReport(results: Record<EndpointName, EndpointResult>): void {
  const rows = Object.entries(results).map(([endpoint, { times, answers }]) => {
    const [knownMs, unknownMs] = [computeMedian(times.known), computeMedian(times.unknown)];
    const all = new Set([...answers.known, ...answers.unknown]);
    const isAlike = all.size === answers.known.size && all.size === answers.unknown.size;
    return {
      endpoint,
      known: roundMs(knownMs),
      unknown: roundMs(unknownMs),
      difference: roundMs(knownMs - unknownMs),
      alike: isAlike,
    };
  });
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        `${row.endpoint}, ${SAMPLES} of each`,
        {
          'known, median ms': row.known,
          'unknown, median ms': row.unknown,
          'difference ms': row.difference,
          'same answers': row.alike,
        },
      ]),
    ),
  );
  console.log(
    JSON.stringify({
      bench: 'login',
      samples: SAMPLES,
      ...Object.fromEntries(rows.map(({ endpoint, known }) => [`${endpoint}Ms`, known])),
      ...Object.fromEntries(rows.map(({ endpoint, difference }) => [`${endpoint}DifferenceMs`, difference])),
      sameAnswers: rows.every(({ alike }) => alike),
    }),
  );
  if (rows.some(({ alike, difference }) => !alike || Math.abs(difference) > MAX_MS)) process.exitCode = 1;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    const secretKey = randomBytes(32);
    const server = await startServer({
      DATA_DIR: join(dataDir, 'server'),
      SECRET_KEY: secretKey.toString('base64'),
      DATABASE_URL: postgres.url,
      PORT: String(await findFreePort()),
    });
    try {
      await addPeople(postgres.url, secretKey);
      printReport({
        login: await measure(server.url, 'login'),
        register: await measure(server.url, 'register'),
        'forget-password': await measure(server.url, 'forget-password'),
      });
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
