/** Executes docs/key-ceremony.md step by step, by its commands: seeds that are split, opened, moved and split again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestKey } from '../../../test/approval-key.ts';
import { minimalEnvironment } from '../../../test/processes.ts';
import { programPath } from '../../../test/programs.ts';
import { removeFolder } from '../../../test/remove-folder.ts';
import {
  createEthPlan,
  createSignerProcessFixture,
  type SignerProcessFixture,
} from '../../../test/signer.ts';
import { createOperatorChallenge } from '../../chains/approvals/challenge.ts';
import { codecOf } from '../../chains/index.ts';
import { createSignerClient } from '../../custody/sending/signer-client.ts';
import { runSignerCommand } from '../run-command.ts';
import { readSealedSeed } from '../seed-file.ts';
import { readSignerSettings } from '../settings.ts';
import { encodeShareWords, type KeyShare, parseKeyShare } from './key-share.ts';

const MAIN = programPath('server/src/signer/main.ts');
const PASSPHRASE = 'Ry8m+Zt3wqOe0b5VZ6QGkS1c';
const PRICE = 10n ** 16n;

let t: SignerProcessFixture;
/** Shares of the first ceremony, three of five. */
let papers: string[];
const running = new Set<ChildProcess>();

/** A machine with its own folder. */
const machine = (name: string, passphrase?: string) => {
  const dir = join(t.dataDir, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const url = `unix:${dir}/s/signer.sock`;
  const env = {
    ...minimalEnvironment(),
    MODE: 'production',
    DATA_DIR: t.dataDir,
    SIGNER_DIR: dir,
    SIGNER_URL: url,
    SIGNER_TOKEN: t.token,
    SIGNER_DATABASE_URL: t.signerDatabaseUrl,
    SEAL_KEY: t.sealKey.toString('base64'),
    ...(passphrase && { SIGNER_PASSPHRASE: passphrase }),
  };
  return { dir, url, env, client: createSignerClient({ url, token: t.token }) };
};
type Machine = ReturnType<typeof machine>;

interface Outcome {
  status: number | null;
  printed: string;
}

/**
 * Runs a command with typed lines and returns its output; within this process, since most of a command's time is
 * its start.
 */
async function type(at: Machine, args: string, lines: readonly string[] = []): Promise<Outcome> {
  let printed = '';
  const output = new Writable({
    write(text: Buffer, _encoding, done) {
      printed += text.toString();
      done();
    },
  });
  const leave = () => {
    throw new Error('nobody leaves a pipe');
  };
  const input = Readable.from(lines.map((line) => Buffer.from(`${line}\n`)));
  const stdio = { input, output, isScreen: false, leave };
  try {
    await runSignerCommand(stdio, readSignerSettings(at.env, false), args.split(' '));
    return { status: 0, printed };
  } catch (error) {
    return { status: 1, printed: `${printed}${(error as Error).message}\n` };
  }
}

/** Runs a command in a separate process. */
function typeThere(at: Machine, args: string, lines: readonly string[] = []): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args.split(' ')], {
    env: at.env,
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}

async function succeed(at: Machine, args: string, lines?: readonly string[]): Promise<string> {
  const { status, printed } = await type(at, args, lines);
  expect(status, printed).toBe(0);
  return printed;
}

async function fail(at: Machine, args: string, lines?: readonly string[]): Promise<string> {
  const { status, printed } = await type(at, args, lines);
  expect(status, printed).toBe(1);
  return printed;
}

/** Returns the shares as holders write them down: four numbered words a line. */
const papersOf = (printed: string): string[] =>
  printed.split(/^(?=Share \d+ of \d+, set)/m).flatMap((page) => {
    const lines = page.match(/^ *\d+ [a-z]+ .*$/gm) ?? [];
    return lines.length > 0
      ? [
          lines
            .join(' ')
            .match(/[a-z]+/g)
            ?.join(' ') ?? '',
        ]
      : [];
  });
const hotOf = (printed: string): string | undefined => /^ {2}ETHEREUM +(\S+)$/m.exec(printed)?.[1];
const paper = (number: number): string => papers[number - 1] as string;

/** Resolves when the output matches `ready`. */
async function start(at: Machine, ready: RegExp, args: string[] = [], lines: readonly string[] = []) {
  const child = spawn(process.execPath, [MAIN, 'start', ...args], { env: at.env, stdio: 'pipe' });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text;
    });
  child.stdin.write(lines.map((line) => `${line}\n`).join(''));
  const ended = once(child, 'exit');
  await expect
    .poll(() => ready.test(printed) || child.exitCode !== null, { timeout: 60_000, interval: 50 })
    .toBe(true);
  expect(printed).toMatch(ready);
  return {
    printed: () => printed,
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      running.delete(child);
      return code;
    },
  };
}

const READY = /^The signer is ready at/m;
const WAITS = /^The signer waits for shares/m;

const payment = () => t.createOrder({ order: { amount: PRICE } });
const sign = (at: Machine, id: string) =>
  at.client.sign({ chain: 'ETHEREUM', orders: [id], plan: createEthPlan() });
const hotSigned = async (at: Machine) => (await at.client.publicKeys()).chains.ETHEREUM?.hot;

/** Some tests run a dozen commands, each a program that loads a thousand modules. */
const LONG = { timeout: 600_000 };

beforeAll(async () => {
  t = await createSignerProcessFixture();
  const { status, printed } = typeThere(machine('first'), 'init 3 of 5 piped');
  expect(status, printed).toBe(0);
  papers = papersOf(printed);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => t?.close());

describe('a ceremony', LONG, () => {
  it('creates a share for each holder, and stores nothing that opens the seed', async () => {
    expect(papers).toHaveLength(5);
    const { dir } = machine('first');
    expect(readdirSync(dir).sort()).toEqual(['journal.head', 'journal.jsonl', 'shares.json']);
    const fileTexts = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'));
    for (const words of papers) {
      const { part, number, needed, of } = parseKeyShare(words.split(' '));
      expect([needed, of]).toEqual([3, 5]);
      expect(papers.indexOf(words)).toBe(number - 1);
      for (const text of fileTexts) {
        expect(text).not.toContain(words.split(' ').slice(-4).join(' '));
        expect(text).not.toContain(Buffer.from(part).toString('hex'));
      }
    }
    expect(await fail(machine('first'), 'init piped')).toContain('There is a seed');
  });

  it('displays shares on a terminal only', async () => {
    const at = machine('to a file');
    expect(typeThere(at, 'init')).toMatchObject({
      status: 1,
      printed: expect.stringContaining('on a terminal alone'),
    });
    for (const command of ['init 2 of 3', 'reshare'])
      expect(await fail(at, command)).toContain('on a terminal alone');
    expect(await fail(at, 'init 3 of 3 piped')).toContain('How many shares');
    expect(readdirSync(at.dir)).toEqual([]);
  });

  it('is verified by typing back every share', async () => {
    const printed = await succeed(machine('first'), 'verify-shares', papers);
    expect(printed).toContain('These 3 shares open the seed of this signer.');
    expect(printed).toContain('Share 4 opens it too.');
    expect(printed).toContain('Share 5 opens it too.');
    expect(hotOf(printed)).toMatch(/^0x[0-9a-fA-F]{40}$/);
    const numbered = paper(2)
      .split(' ')
      .map((word, i) => `${i + 1}. ${word.slice(0, 4)}`)
      .join('\n');
    expect(hotOf(await succeed(machine('first'), 'verify-shares', [paper(5), numbered, paper(1), '']))).toBe(
      hotOf(printed),
    );
  });

  it('rejects fewer shares than needed, and counts no share twice', async () => {
    const printed = await fail(machine('first'), 'verify-shares', [paper(1), paper(4), paper(1)]);
    expect(printed).toContain('Share 1 is there already');
    expect(printed).toContain('2 of 3 shares that are needed: nothing was opened.');
    expect(hotOf(printed)).toBeUndefined();
  });

  it('reports a mistyped share and the word, and continues with the right one', async () => {
    const words = paper(2).split(' ');
    const other = words[16] === 'zoo' ? 'zone' : 'zoo';
    const printed = await succeed(machine('first'), 'verify-shares', [
      paper(1),
      words.with(16, other).join(' '),
      words.with(4, 'sarraf').slice(0, 8).join(' '),
      words.slice(4).join(' '),
      paper(3),
      '',
    ]);
    expect(printed).toContain('This share isn’t what was written down. Look at word 17.');
    expect(printed).toContain('Word 5: “sarraf” is not in the list.');
    expect(printed).toContain('Share 2 of 5');
    expect(printed).toContain('These 3 shares open the seed of this signer.');
  });

  it('refuses a share of another set, and a forged one', async () => {
    const other = papersOf(await succeed(machine('another'), 'init 3 of 5 piped'));
    const printed = await fail(machine('first'), 'verify-shares', [paper(1), other[1] as string]);
    expect(printed).toMatch(/This share is of set \w{5} \w{5}; needed is one of set \w{5} \w{5}\./);
    const honest = parseKeyShare(paper(2).split(' '));
    const forged = encodeShareWords({ ...honest, part: new Uint8Array(33).fill(3) }).join(' ');
    expect(await fail(machine('first'), 'verify-shares', [paper(1), forged, paper(3)])).toContain(
      'isn’t genuine',
    );
    const fourth = { ...honest, number: 4, part: new Uint8Array(33).fill(3) } satisfies KeyShare;
    expect(
      await fail(machine('first'), 'verify-shares', [
        ...papers.slice(0, 3),
        encodeShareWords(fourth).join(' '),
      ]),
    ).toContain('Share 4 is whole, but doesn’t open the seed');
  });
});

const ESC = '\u001b';
/** Output of readline when it starts to read: the prompt, and the cursor behind it. */
const PROMPT = new RegExp(`${ESC}\\[0J([^${ESC}]+(?:: |> |Enter\\.))${ESC}\\[\\d+G`, 'g');
const OPENED = `${ESC}[?1049h${ESC}[2J${ESC}[H`;
const CLOSED = `${ESC}[2J${ESC}[H${ESC}[?1049l`;

/** Returns the visible text line by line, without cursor movements. */
const plain = (all: string): string =>
  all
    .replaceAll('\r', '')
    .replaceAll(OPENED, '\n')
    .replaceAll(new RegExp(`${ESC}\\[[?\\d]*[A-Za-z]`, 'g'), '');

/** Runs a command on a terminal, by util-linux's `script`; `answer` types the reply to each prompt. */
async function atTerminal(at: Machine, args: string, answer: (prompt: string, screenText: string) => string) {
  const command = `${process.execPath} ${MAIN} ${args}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env: { ...at.env, TERM: 'xterm' } });
  running.add(child);
  let all = '';
  let answeredCount = 0;
  child.stdin.on('error', () => {});
  child.stdout.on('data', (text: Buffer) => {
    all += text;
    const prompts = [...all.matchAll(PROMPT)];
    for (const [, prompt = ''] of prompts.slice(answeredCount)) child.stdin.write(answer(prompt, plain(all)));
    answeredCount = prompts.length;
  });
  // `close`, since some output may follow `exit`.
  const [code] = (await once(child, 'close')) as [number];
  running.delete(child);
  return { code, all };
}

const wordAsked = (prompt: string): number => Number.parseInt(/word (\d+): $/.exec(prompt)?.[1] ?? '0', 10);

describe.skipIf(process.platform !== 'linux')('a ceremony on a terminal', LONG, () => {
  it('shows each share on a page that is erased afterwards, and skips none if a key is pressed twice', async () => {
    const at = machine('at a terminal');
    let requestCount = 0;
    let typed = 0;
    const { code, all } = await atTerminal(at, 'init 2 of 3', (prompt, screenText) => {
      if (prompt === 'word 1> ') {
        typed += 1;
        expect(readdirSync(at.dir)).toEqual([]);
        return `${papersOf(screenText)[typed]}\r`;
      }
      const word = wordAsked(prompt);
      if (word === 0) return '\r';
      requestCount += 1;
      return requestCount === 1 ? '\r' : `${papersOf(screenText).at(-1)?.split(' ')[word - 1]}\r`;
    });
    expect(code, all).toBe(0);
    const pages = all.split(OPENED).map((part) => part.split(CLOSED));
    expect(pages).toHaveLength(1 + 3 + 2);
    expect(pages[1]?.[0]).toContain('It is another one.');
    expect(typed).toBe(2);
    const papers = papersOf(plain(all));
    expect(papers).toHaveLength(3);
    // What remains on the screen reveals nothing of them.
    expect(papersOf(plain(pages.map((parts) => parts.at(-1)).join('\n')))).toEqual([]);
    expect(await succeed(at, 'verify-shares', papers)).toContain('Share 3 opens it too.');
  });

  it('stores nothing if interrupted', async () => {
    const at = machine('broken off');
    const { code, all } = await atTerminal(at, 'init 2 of 3', (prompt) =>
      wordAsked(prompt) === 0 ? '\r' : '\u0003',
    );
    expect(code).toBe(130);
    expect(all.endsWith(CLOSED)).toBe(true);
    expect(readdirSync(at.dir)).toEqual([]);
  });
});

describe('a signer whose seed is not stored on disk', LONG, () => {
  it('waits for shares from several people, signs, and waits again after kill -9', async () => {
    const at = machine('first');
    const signer = await start(at, WAITS);
    await expect(at.client.publicKeys()).rejects.toThrow('503');
    const id = await payment();
    await expect(sign(at, id)).rejects.toThrow('503');
    expect(typeThere(at, 'unlock', [paper(2), paper(2), paper(4)])).toMatchObject({
      status: 1,
      printed: expect.stringContaining('The signer waits: 2 of 3 shares.'),
    });
    await expect(at.client.publicKeys()).rejects.toThrow('503');
    expect(typeThere(at, 'unlock', [paper(5)])).toMatchObject({
      status: 0,
      printed: expect.stringContaining('The signer is open.'),
    });
    await expect.poll(signer.printed).toMatch(READY);
    const signed = await sign(at, id);
    const { from } = codecOf('ETHEREUM', 'main').decode(signed.raw);
    expect(from).toBe(await hotSigned(at));
    expect(await succeed(at, 'unlock')).toContain('The signer is open.');
    await signer.end('SIGKILL');

    const again = await start(at, WAITS);
    await expect(sign(at, id)).rejects.toThrow('503');
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('drops all shares if one of them was forged', async () => {
    const at = machine('first');
    const signer = await start(at, WAITS);
    const forged = { ...parseKeyShare(paper(2).split(' ')), part: new Uint8Array(33).fill(3) };
    const printed = await fail(at, 'unlock', [paper(1), encodeShareWords(forged).join(' '), paper(3)]);
    expect(printed).toContain('All are forgotten.');
    expect(printed).toContain('The signer waits: 0 of 3 shares.');
    expect(await succeed(at, 'unlock', papers.slice(0, 3))).toContain('The signer is open.');
    await expect.poll(signer.printed).toMatch(READY);
    expect(signer.printed()).toContain('"shares":[1,2,3]');
    for (const words of papers)
      expect(signer.printed()).not.toContain(words.split(' ').slice(0, 3).join(' '));
    expect(await signer.end('SIGTERM')).toBe(0);
  });

  it('accepts operator commands by shares too', async () => {
    const at = machine('first');
    const signer = await start(at, READY, ['shares'], papers.slice(2));
    const caps = join(t.dataDir, 'caps.json');
    writeFileSync(caps, JSON.stringify({ coins: { DASH: { hour: '3', day: '4' } } }));
    expect(await fail(at, `caps ${caps}`, papers.slice(0, 2))).toContain('2 of 3 shares');
    expect(JSON.parse(await succeed(at, 'caps')).coins.DASH).not.toMatchObject({ day: '4.000' });
    expect(await succeed(at, `caps ${caps}`, papers.slice(0, 3))).toMatch(
      /"DASH": \{\s+"hour": "3.000",\s+"day": "4.000"/,
    );
    expect(await signer.end('SIGTERM')).toBe(0);
  });
});

describe('restoring a seed', LONG, () => {
  it('keeps the addresses and the record of what it signed, in another folder and by other holders', async () => {
    const [first, second] = [machine('first'), machine('second')];
    const signer = await start(first, READY, ['shares'], papers.slice(0, 3));
    const id = await payment();
    const signed = await sign(first, id);
    const hot = await hotSigned(first);
    await signer.end('SIGKILL');

    for (const file of ['journal.jsonl', 'journal.head'])
      cpSync(join(first.dir, file), join(second.dir, file));
    expect(await fail(second, 'restore', [paper(3), paper(4)])).toContain('2 of 3 shares');
    expect(hotOf(await succeed(second, 'restore', [paper(3), paper(4), paper(5)]))).toBe(hot);
    const restored = await start(second, READY, ['shares'], [paper(3), paper(4), paper(5)]);
    expect(await hotSigned(second)).toBe(hot);
    expect(await sign(second, id)).toEqual(signed);
    expect((await second.client.status()).latch).toBeNull();
    expect(await restored.end('SIGTERM')).toBe(0);
  });

  it('starts latched without its journal, and refuses another seed’s journal', async () => {
    const third = machine('third', PASSPHRASE);
    await t.signer.sign({ chain: 'ETHEREUM', orders: [await payment()], plan: createEthPlan(50) });
    cpSync(join(t.dataDir, 'signer', 'journal.jsonl'), join(third.dir, 'journal.jsonl'));
    expect(await fail(third, 'restore', papers.slice(0, 3))).toContain('of the journal was changed');
    expect(readdirSync(third.dir)).not.toContain('shares.json');
    expect(readdirSync(third.dir)).not.toContain('seed.json');

    removeFolder(third.dir);
    machine('third');
    expect(await succeed(third, 'restore', papers.slice(0, 3))).toContain(
      'Without its journal it begins latched',
    );
    // With a passphrase it starts without shares.
    const signer = await start(third, READY);
    expect((await third.client.status()).latch).toMatchObject({ reason: 'JOURNAL', about: 'MISSING' });
    expect(await signer.end('SIGTERM')).toBe(0);
  });
});

describe('new shares of a seed', LONG, () => {
  it('replace the old ones here, which still open the seed until they are destroyed', async () => {
    const at = machine('reshared');
    const old = papersOf(await succeed(at, 'init 2 of 3 piped'));
    const hot = hotOf(await succeed(at, 'verify-shares', [...old]));
    expect(await fail(at, 'reshare 2 of 4 piped', [old[0] as string])).toContain('1 of 2 shares');
    const printed = await succeed(at, 'reshare 2 of 4 piped', old.slice(1));
    const fresh = papersOf(printed);
    expect(fresh).toHaveLength(4);
    expect(printed).toContain('destroy them');
    expect(hotOf(await succeed(at, 'verify-shares', fresh))).toBe(hot);
    expect(await fail(at, 'verify-shares', old)).toContain('This share is of set');
    expect(hotOf(await succeed(machine('elsewhere'), 'restore', old))).toBe(hot);

    // The same folder, from now on sealed with a passphrase.
    const sealed = machine('reshared', PASSPHRASE);
    expect(await fail(sealed, 'restore', old)).toContain('0 of 2');
    await succeed(sealed, 'restore', fresh);
    const seed = readSealedSeed(join(sealed.dir, 'seed.json'), PASSPHRASE);
    expect(codecOf('ETHEREUM', 'main').keyOf(seed, { branch: 'hot' }).address).toBe(hot);
    expect(typeThere(machine('reshared'), 'start')).toMatchObject({
      status: 1,
      printed: expect.stringContaining('SIGNER_PASSPHRASE: needed'),
    });
    expect(await fail(sealed, 'restore', fresh)).toContain('There is a seed');
  });

  it('can be created for a seed that only a passphrase opened so far', async () => {
    const at = machine('sealed', PASSPHRASE);
    await succeed(at, 'init piped');
    rmSync(join(at.dir, 'shares.json'));
    const fresh = papersOf(await succeed(at, 'reshare piped'));
    await succeed(at, 'verify-shares', fresh);
    const seed = readSealedSeed(join(at.dir, 'seed.json'), PASSPHRASE);
    const { address } = codecOf('ETHEREUM', 'main').keyOf(seed, { branch: 'hot' });
    expect(hotOf(await succeed(machine('unsealed'), 'restore', fresh))).toBe(address);
  });
});

describe('a new seed that replaces another', LONG, () => {
  const old = () => machine('rotated');
  let first: string[];
  let second: string[];
  const files = (dir: string) =>
    readdirSync(dir)
      .filter((file) => file !== 's')
      .sort();
  const key = (at: Machine) => at.client.publicKeys();

  it('is created next to a running signer, and activated when both are open', async () => {
    first = papersOf(await succeed(old(), 'init 2 of 3 piped'));
    const signer = await start(old(), READY, ['shares'], first.slice(0, 2));
    const before = await key(old());
    const id = await payment();
    const signed = await sign(old(), id);
    second = papersOf(await succeed(old(), 'rotate 2 of 3 piped'));
    expect(second).toHaveLength(3);
    expect(files(old().dir)).toEqual([
      'journal.head',
      'journal.jsonl',
      'lock',
      'shares-next.json',
      'shares.json',
    ]);
    expect(await fail(old(), 'rotate piped')).toContain('There is a next seed already');
    expect(await succeed(old(), 'verify-shares next', second)).toContain('Share 3 opens it too.');
    // Until it is activated the signer is unchanged.
    expect(await key(old())).toEqual(before);
    expect(await fail(old(), 'rotate begin')).toContain('another signer');
    await signer.end('SIGTERM');

    expect(await fail(old(), 'rotate begin', [...first.slice(0, 2), first[2] as string])).toContain(
      'is of set',
    );
    expect(files(old().dir)).toContain('shares-next.json');
    const printed = await succeed(old(), 'rotate begin', [...first.slice(0, 2), ...second.slice(0, 2)]);
    expect(files(old().dir)).toEqual(['journal.head', 'journal.jsonl', 'shares-1.json', 'shares.json']);
    const hot = hotOf(printed);
    expect(hot).not.toBe(before.chains.ETHEREUM?.hot);

    const both = [...first.slice(1), ...second.slice(1)];
    const rotated = await start(old(), READY, ['shares'], both);
    const { generation, chains, integrityKey, older } = await key(old());
    expect([generation, chains.ETHEREUM?.hot]).toEqual([1, hot]);
    expect(older).toEqual([{ generation: 0, integrityKey: before.integrityKey, chains: before.chains }]);
    expect(printed).toContain(integrityKey);
    expect((await old().client.status()).latch).toBeNull();
    // The signer still knows the old signatures and signs nothing else for those orders; new payments are made by
    // the newest seed.
    expect(await sign(old(), id)).toEqual(signed);
    const next = await payment();
    await expect(sign(old(), next)).rejects.toMatchObject({ code: 'BAD_PLAN' });
    await expect(
      old().client.sign({
        chain: 'ETHEREUM',
        orders: [next],
        plan: createEthPlan(),
        sender: before.chains.ETHEREUM?.hot ?? '',
      }),
    ).rejects.toMatchObject({ code: 'BAD_PLAN' });
    const signature = await old().client.sign({
      chain: 'ETHEREUM',
      orders: [next],
      plan: createEthPlan(),
      sender: hot ?? '',
    });
    expect(codecOf('ETHEREUM', 'main').decode(signature.raw).from).toBe(hot);
    await rotated.end('SIGKILL');
  });

  it('requires the shares of both after kill -9, in any order', async () => {
    const signer = await start(old(), WAITS);
    expect(await fail(old(), 'unlock', [first[0], second[2]] as string[])).toContain(
      'The signer waits: 1 of 2 shares; 1 of 2 shares.',
    );
    expect(await fail(old(), 'unlock', [second[0]] as string[])).toContain(
      'The signer waits: 1 of 2 shares.',
    );
    await expect(key(old())).rejects.toThrow('503');
    expect(await succeed(old(), 'unlock', [first[2]] as string[])).toContain('The signer is open.');
    await expect.poll(signer.printed).toMatch(READY);
    expect((await key(old())).generation).toBe(1);
    // Operator commands are authenticated by the newest seed.
    const caps = join(t.dataDir, 'caps-rotated.json');
    writeFileSync(caps, JSON.stringify({ coins: { DASH: { hour: '3', day: '4' } } }));
    expect(await fail(old(), `caps ${caps}`, first.slice(0, 2))).toContain('is of set');
    await succeed(old(), `caps ${caps}`, second.slice(0, 2));
    await signer.end('SIGTERM');
  });

  it('completes a rotation that was interrupted after the journal had been switched', async () => {
    const cut = machine('cut off');
    const one = papersOf(await succeed(cut, 'init 2 of 3 piped'));
    const two = papersOf(await succeed(cut, 'rotate 2 of 3 piped'));
    const shares = readFileSync(join(cut.dir, 'shares-next.json'), 'utf8');
    const output = await succeed(cut, 'rotate begin', [...one.slice(0, 2), ...two.slice(0, 2)]);
    rmSync(join(cut.dir, 'shares-1.json'));
    writeFileSync(join(cut.dir, 'shares-next.json'), shares);
    expect(hotOf(await succeed(cut, 'verify-shares', two))).toBe(hotOf(output));
    expect(files(cut.dir)).toContain('shares-1.json');
  });

  it('is restored with the previous one, as recorded in the journal; without either it is refused', async () => {
    const there = machine('rotated elsewhere');
    for (const file of ['journal.jsonl', 'journal.head'])
      cpSync(join(old().dir, file), join(there.dir, file));
    const [a, b] = [first.slice(0, 2), second.slice(0, 2)];
    // In the order of generations, each with its own shares.
    expect(await fail(there, 'restore', [...b, ...a])).toContain('of the journal was changed');
    expect(await fail(there, 'restore 0', a)).toContain('Generation 1 is needed too');
    expect(await fail(there, 'restore 1', b)).toContain('Generation 0 is needed too');
    expect(files(there.dir)).toEqual(['journal.head', 'journal.jsonl']);
    await succeed(there, 'restore', [...a, ...b]);
    const signer = await start(there, READY, ['shares'], [...a, ...b]);
    expect((await there.client.status()).latch).toBeNull();
    expect((await key(there)).generation).toBe(1);
    await signer.end('SIGTERM');

    // A journal older than the rotation is detected: the folder knows of a newer seed.
    const text = readFileSync(join(there.dir, 'journal.jsonl'), 'utf8');
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.includes('{"crossing":'));
    writeFileSync(join(there.dir, 'journal.jsonl'), `${lines.slice(0, at).join('\n')}\n`);
    writeFileSync(join(there.dir, 'journal.head'), `${at} ${(lines[at - 1] ?? '').slice(0, 64)}\n`);
    const behind = await start(there, READY, ['shares'], [...a, ...b]);
    expect((await there.client.status()).latch).toMatchObject({ reason: 'JOURNAL', about: 'CUT_OFF' });
    await behind.end('SIGTERM');
  });

  it('must be signed by two staff members to be activated, if staff has approval keys', async () => {
    const at = machine('with colleagues', PASSPHRASE);
    await succeed(at, 'init 2 of 3 piped');
    const signer = await start(at, READY);
    const file = (name: string, value: string) => {
      const path = join(t.dataDir, name);
      writeFileSync(path, value);
      return path;
    };
    const colleagues = [createTestKey({ name: 'Tara' }), createTestKey({ name: 'Sina', second: false })];
    for (const [i, { file: text }] of colleagues.entries())
      await succeed(at, `keys add ${file(`colleague-${i}.json`, text)}`);
    await signer.end('SIGTERM');
    const name =
      /It is the next seed, ([0-9a-f]{64})\./.exec(await succeed(at, 'rotate 2 of 3 piped'))?.[1] ?? '';
    const printed = await fail(at, 'rotate begin');
    expect(printed).toContain('0 of 2 staff members signed it');
    const requestText = /^\{.*\}$/m.exec(printed)?.[0] ?? '';
    expect(requestText).toContain(name);
    const sign = (text: string) =>
      colleagues.map((key, i) =>
        file(`signature-${i}.json`, JSON.stringify(key.sign(createOperatorChallenge(text)))),
      );
    const [one] = sign(requestText);
    expect(await fail(at, `rotate begin ${one}`)).toContain('1 of 2 staff members');
    expect(await fail(at, `rotate begin ${one} ${one}`)).toContain('1 of 2 staff members');
    // They signed another seed.
    const others = sign(
      requestText.replace(
        name,
        name.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')),
      ),
    );
    expect(await fail(at, `rotate begin ${others.join(' ')}`)).toContain('0 of 2 staff members');
    expect(files(at.dir)).toContain('shares-next.json');
    expect(await succeed(at, `rotate begin ${sign(requestText).join(' ')}`)).toContain('Start the signer.');
    expect(files(at.dir)).toContain('seed-1.json');
  });

  it('`rotate forget` discards a new seed that was never activated', async () => {
    const at = machine('forgotten', PASSPHRASE);
    await succeed(at, 'init 2 of 3 piped');
    await succeed(at, 'rotate 2 of 3 piped');
    expect(files(at.dir)).toContain('seed-next.json');
    expect(await succeed(at, 'rotate forget')).toContain('destroy its shares');
    expect(files(at.dir)).toEqual(['journal.head', 'journal.jsonl', 'seed.json', 'shares.json']);
    await succeed(at, 'rotate piped');
    await succeed(at, 'rotate begin');
    expect(files(at.dir)).toEqual([
      'journal.head',
      'journal.jsonl',
      'seed-1.json',
      'seed.json',
      'shares-1.json',
      'shares.json',
    ]);
  });
});

it('an unknown command prints the usage and starts nothing', async () => {
  expect(typeThere(machine('first'), 'verify')).toMatchObject({
    status: 1,
    printed: expect.stringContaining('npm run signer release | caps'),
  });
});
