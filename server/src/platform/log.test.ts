import { expect, it, onTestFinished } from 'vitest';
import { newId } from './ids.ts';
import { createLog, sendConsoleToLog } from './log.ts';

it('redacts fields named like a secret, and keeps the content of an error', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const secrets = { password: 'p-secret', code: 'c-secret', body: { token: 't-secret', code: 'b-secret' } };
  log.info({ ...secrets, deep: { more: { cardNumber: '6037-secret' } } }, 'signed in');
  log.error(
    { err: Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (mobile)=(secret)' }) },
    'failed',
  );
  const text = lines.join('');
  expect(lines).toHaveLength(2);
  expect(text).not.toContain('secret');
  expect(text).toContain('[redacted]');
  expect(text).toContain('23505');
});

it('names users by the pseudonyms of the request log', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) }, (id) => `p-${id}`);
  const [ann, bob] = [newId(), newId()];
  log.info({ event: 'account frozen', userId: ann, by: bob }, 'identity');
  log.info({ event: 'account frozen', userId: ann, by: 'OWNER' }, 'identity');
  log.info({ event: 'login failed', userId: null }, 'identity');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { userId: `p-${ann}`, by: `p-${bob}` },
    { userId: `p-${ann}`, by: 'OWNER' },
    { userId: null },
  ]);
});

it('turns what a library prints into lines of the log, without the row that an error quotes', () => {
  const original = { ...console };
  onTestFinished(() => void Object.assign(console, original));
  const lines: string[] = [];
  sendConsoleToLog(createLog('info', { write: (line) => void lines.push(line) }));
  console.trace(Object.assign(new Error('connection lost'), { detail: 'Key (mobile)=(secret)' }));
  console.error('Internal error %s', 7);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { area: 'console', err: { message: 'connection lost' } },
    { area: 'console', msg: 'Internal error 7' },
  ]);
  expect(lines.join('')).not.toContain('secret');
});
