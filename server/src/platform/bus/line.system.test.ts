import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasNats, startNats, type TestNats } from '../../../test/nats.ts';
import { createLog } from '../log.ts';
import { ResponseTooLargeError } from './line.ts';
import { createNatsBus } from './nats-bus.ts';

const KEY = Buffer.alloc(32, 1);
const log = createLog('silent');

describe.skipIf(!hasNats())('requests from one process to another', () => {
  let nats: TestNats;
  let spy: NatsConnection;
  const open: ReturnType<typeof createNatsBus>[] = [];

  beforeAll(async () => {
    nats = await startNats();
    spy = await connect({ servers: new URL(nats.url).host, user: 'sarraf', pass: 'p@ss' });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ line }) => line.close()));
  });
  afterAll(async () => {
    await spy?.close();
    await nats.kill();
  });

  async function process() {
    const natsBus = createNatsBus({ url: nats.url, installation: 'one', masterKeys: [KEY], log });
    open.push(natsBus);
    await expect.poll(() => natsBus.line.connected(), { timeout: 60_000 }).toBe(true);
    return natsBus;
  }
  /** Collects the messages on a subject from now on. */
  async function passing(subject: string) {
    const frames: Uint8Array[] = [];
    spy.subscribe(subject, { callback: (_error, { data }) => void frames.push(data) });
    await spy.flush();
    return frames;
  }

  it('concurrent requests share one frame, and their responses share one', async () => {
    const [one, other] = [await process(), await process()];
    other.line.answer(async (question) => `re ${question}`);
    const requestFrames = await passing(`sarraf.one.to.${other.line.self}`);
    const replyFrames = await passing(`sarraf.one.back.${one.line.self}`);
    const ask = (n: number) => one.line.ask(other.line.self, `${n}`, 20_000);
    expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual(['re 1', 're 2', 're 3']);
    await spy.flush();
    expect([requestFrames.length, replyFrames.length]).toEqual([1, 1]);
    for (const frame of [...requestFrames, ...replyFrames])
      expect(Buffer.from(frame).includes('re')).toBe(false);
  });

  it('a request that fails and one with an oversized response do not affect the other requests of the frame', async () => {
    const [one, other] = [await process(), await process()];
    const late = Promise.withResolvers<string>();
    other.line.answer(async (question) => {
      if (question === 'fails') throw new Error('no');
      if (question === 'late') return late.promise;
      return question === 'much' ? 'ü'.repeat(500_000) : question;
    });
    const ask = (question: string) => one.line.ask(other.line.self, question, 20_000);
    const waits = ask('late');
    const answers = await Promise.allSettled(['first', 'fails', 'much', 'last'].map(ask));
    expect(answers).toEqual([
      { status: 'fulfilled', value: 'first' },
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: 'bus: the question was not answered' }),
      },
      { status: 'rejected', reason: expect.any(ResponseTooLargeError) },
      { status: 'fulfilled', value: 'last' },
    ]);
    late.resolve('at last');
    expect(await waits).toBe('at last');
  });

  it('requests that exceed one frame are split into several, and all arrive', async () => {
    const [one, other] = [await process(), await process()];
    other.line.answer(async (question) => question);
    const questions = Array.from({ length: 40 }, (_, i) => `${i}`.repeat(30_000));
    const ask = (question: string) => one.line.ask(other.line.self, question, 60_000);
    expect(await Promise.all(questions.map(ask))).toEqual(questions);
    await expect(ask('x'.repeat(1_000_000))).rejects.toThrow('too large');
  });

  it('a request is handled once and only if sealed with our key, despite replayed, modified and forged messages', async () => {
    const [one, other] = [await process(), await process()];
    const messages: string[] = [];
    other.line.answer(async (question) => {
      messages.push(question);
      return `re ${question}`;
    });
    const to = `sarraf.one.to.${other.line.self}`;
    const back = `sarraf.one.back.${one.line.self}`;
    const [requestFrames, replyFrames] = [await passing(to), await passing(back)];
    expect(await one.line.ask(other.line.self, 'first', 20_000)).toBe('re first');
    await spy.flush();
    const [question = new Uint8Array(), answer = new Uint8Array()] = [requestFrames[0], replyFrames[0]];
    const changed = Uint8Array.from(question);
    changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1);
    for (const frame of [question, changed, answer, 'short']) spy.publish(to, frame);
    for (const frame of [answer, question, 'short']) spy.publish(back, frame);
    await spy.flush();
    expect(await one.line.ask(other.line.self, 'last', 20_000)).toBe('re last');
    expect(messages).toEqual(['first', 'last']);
  });
});
