/**
 * Two attackers active for hours, one with a thousand addresses of one /48, one with a single address, both knowing
 * the victims' e-mail addresses: they delay no log-in, sign-up or reset by five seconds. Time is virtual: a delay
 * is what the replies and the password queue report.
 */
import type { AppError } from '@sarraf/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { STRICT_LIMITS } from '../../src/identity/index.ts';
import { ExpensiveWorkQueue } from '../../src/identity/login/turns.ts';
import { clientNetworkKey } from '../../src/platform/http/network-address.ts';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../identity.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_DELAY_S = 5;
/** Production's. */
const RATES = { login: { max: 20, windowMs: HOUR }, code: { max: 30, windowMs: HOUR } };
const SITE_ADDRESSES = Array.from({ length: 1_000 }, (_, n) => `2a01:4f8:c0c:${n.toString(16)}::1`);
const SINGLE_ADDRESS = '203.0.113.9';
const WRONG_PASSWORD = 'Wrong-password';
const WRONG_CODE = '000000';

type Answer = Awaited<ReturnType<IdentityFixture['call']>>;
type PostRequest = (path: string, body: object) => Promise<Answer>;

let t: IdentityFixture;
beforeAll(async () => {
  // A hundred failures in a row take long to make; from twenty on attackers are slowed down in the same way.
  t = await createIdentityFixture({ rates: RATES, limits: { ...STRICT_LIMITS, failuresInARow: 20 } });
});
afterAll(() => t.close());
// Limits of network addresses use the process's own clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function advanceClock(ms: number): void {
  t.clock.advance(ms);
  vi.advanceTimersByTime(ms);
}

/** Sends each call from the next address. */
function createPoster(addresses: readonly string[]): PostRequest {
  let requestCount = 0;
  return (path, body) => {
    const ip = addresses[requestCount % addresses.length] as string;
    requestCount += 1;
    return t.call('POST', path, { body, ip });
  };
}

/** Starts a step for an e-mail address and guesses its code: with the challenge as often as allowed, and without. */
async function guessCodes(
  post: PostRequest,
  begin: string,
  check: string,
  body: { email: string },
): Promise<void> {
  const challenge = (await post(begin, body)).body.baseDTO?.challenge;
  const guess = { email: body.email, code: WRONG_CODE };
  for (let i = 0; i < 5; i += 1) await post(check, { ...guess, challenge });
  await post(check, guess);
}

/** Sends everything that an attacker can send for the e-mail addresses of an owner and of future users. */
async function runAttack(post: PostRequest, owner: string, newcomers: readonly string[]): Promise<void> {
  for (let i = 0; i < 3; i += 1) await post('/users/login', { email: owner, password: WRONG_PASSWORD });
  await guessCodes(post, '/users/forget-password', '/users/forget-password/check', { email: owner });
  // As many codes as its addresses may request.
  for (let i = 0; i < 7; i += 1) await post('/users/forget-password', { email: owner });
  await post('/users/resend-otp-code', { username: owner });
  for (const email of newcomers) {
    const signUp = { email, password: 'Stranger-pass-1' };
    await guessCodes(post, '/users/register', '/users/check-otp-code', signUp);
    await post('/users/resend-otp-code', { username: email });
  }
}

/** A victim who waits as long as each refusal says, and adds it up. */
class Victim {
  readonly #post: PostRequest;
  readonly #keepsCookies: boolean;
  waitedS = 0;
  constructor(post: PostRequest, keepsCookies: boolean) {
    this.#post = post;
    this.#keepsCookies = keepsCookies;
  }

  async sendPatiently(path: string, body: object): Promise<Answer['body']> {
    for (;;) {
      const { status, body: reply } = await this.#post(path, body);
      if (status !== 429 && status !== 503) {
        expect([path, status, reply.message]).toEqual([path, 200, expect.any(String)]);
        return reply;
      }
      this.waitedS += reply.data.retryAfter;
      if (this.waitedS > MAX_DELAY_S) throw new Error(`${path}: ${JSON.stringify(reply)}`);
      advanceClock(reply.data.retryAfter * 1000);
    }
  }

  async logIn(first: string, email: string, password: string): Promise<void> {
    const { challenge } = (await this.sendPatiently(first, { email, password })).baseDTO;
    await this.sendPatiently('/users/check-otp-code', {
      email,
      code: await t.codeFor(email),
      ...this.#readChallenge(challenge),
    });
  }

  async reset(email: string, password: string): Promise<void> {
    const { challenge } = (await this.sendPatiently('/users/forget-password', { email })).baseDTO;
    const code = await t.codeFor(email);
    const { baseDTO } = await this.sendPatiently('/users/forget-password/check', {
      email,
      code,
      ...this.#readChallenge(challenge),
    });
    await this.sendPatiently('/users/reset-password', { email, code: baseDTO.ticket, password });
  }

  #readChallenge(challenge: string): { challenge?: string } {
    return this.#keepsCookies ? {} : { challenge };
  }
}

const createBrowserAt = (ip: string) => new Victim(t.browserAt(ip), true);
const createProgramAt = (ip: string) => new Victim((path, body) => t.call('POST', path, { body, ip }), false);

it('two attackers delay no log-in, sign-up or reset by more than five seconds, after hours of activity', async () => {
  const owner = 'owner@sarraf.test';
  const newcomers = ['new-browser@sarraf.test', 'new-program@sarraf.test'] as const;
  const phone = t.browserAt('192.0.2.1');
  await new Victim(phone, true).logIn('/users/register', owner, PASSWORD);
  const strangers = [createPoster(SITE_ADDRESSES), createPoster([SINGLE_ADDRESS])];
  const strike = (signingUp: readonly string[]) =>
    Promise.all(strangers.map((post) => runAttack(post, owner, signingUp)));
  for (let round = 0; round < 10; round += 1) {
    advanceClock(round % 2 === 0 ? HOUR - 2 * MINUTE : 2 * MINUTE);
    // A sign-up only has hourly limits that attackers can use up, so only the last one is tried.
    await strike(round > 7 ? newcomers : []);
  }
  // The browser that the account knows calls from the attacker's own address.
  const knownVictim = new Victim((path, body) => phone(path, body, SINGLE_ADDRESS), true);
  const newBrowser = createBrowserAt('192.0.2.2');
  const program = createProgramAt('192.0.2.3');
  const steps = [
    ...[newBrowser, knownVictim, program].map(
      (victim) => () => victim.logIn('/users/login', owner, PASSWORD),
    ),
    () => createBrowserAt('192.0.2.4').logIn('/users/register', newcomers[0], PASSWORD),
    () => createProgramAt('192.0.2.5').logIn('/users/register', newcomers[1], PASSWORD),
    ...[createBrowserAt('192.0.2.6'), knownVictim, createProgramAt('192.0.2.7')].map(
      (victim, i) => () => victim.reset(owner, `Another-${i}-valley`),
    ),
  ];
  // The attackers go on between the steps of the victims.
  for (const step of steps) {
    await strike(newcomers);
    await step();
  }
});

it('passwords sent continuously by two attackers make no other user wait for more than five seconds', async () => {
  let nowMs = 0;
  const turns = new ExpensiveWorkQueue(() => nowMs);
  const running: (() => void)[] = [];
  const runTurns = () => new Promise<void>((end) => running.push(end));
  const refusals: AppError[] = [];
  const takeTurn = (address: string, isKnownClient = false) =>
    turns.runInTurn({ from: clientNetworkKey(address), isKnownClient }, runTurns);
  const attackersTry = () => {
    for (const address of [...SITE_ADDRESSES, ...Array(30).fill(SINGLE_ADDRESS)])
      takeTurn(address).catch((error: AppError) => refusals.push(error));
  };
  const waitedMs = new Map<string, number>();
  /** Calls that were told to retry, by time. */
  let again: { atMs: number; call: () => void }[] = [];
  const callWithTurn = (name: string, address: string, isKnownClient: boolean): void => {
    takeTurn(address, isKnownClient).then(
      () => waitedMs.set(name, nowMs),
      ({ data }: AppError) =>
        again.push({
          atMs: nowMs + Number(data?.retryAfter) * 1000,
          call: () => callWithTurn(name, address, isKnownClient),
        }),
    );
  };
  attackersTry();
  callWithTurn('new browser', '192.0.2.2', false);
  // A known browser isn't delayed by an attacker at the same address either.
  callWithTurn('known browser', SINGLE_ADDRESS, true);
  while (waitedMs.size < 2 && nowMs <= MAX_DELAY_S * 1000) {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
    nowMs += 40;
    for (const finish of running.splice(0)) finish();
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
    attackersTry();
    const due = again.filter(({ atMs }) => atMs <= nowMs);
    again = again.filter(({ atMs }) => atMs > nowMs);
    for (const { call } of due) call();
  }
  expect([...waitedMs.keys()].toSorted()).toEqual(['known browser', 'new browser']);
  expect(refusals.length).toBeGreaterThan(0);
});
