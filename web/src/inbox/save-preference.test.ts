import type { Account } from '@sarraf/domain/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountQuery } from '../lib/queries/queries.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { isUnsent } from './account-preferences.ts';
import { savePreference } from './save-preference.ts';

/** The values sent to the server, and its pending replies. */
let got: string[];
let owed: ((status: number) => void)[];

beforeEach(() => {
  [got, owed] = [[], []];
  const storedItems = new Map<string, string>();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  });
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    const preference = JSON.parse(String(body)) as { language: string };
    got.push(preference.language);
    return new Promise<Response>((resolve) => {
      owed.push((status) =>
        resolve(new Response(JSON.stringify({ baseDTO: { ...preference, theme: null } }), { status })),
      );
    });
  });
  queryClient.setQueryData(accountQuery.queryKey, {
    id: '7',
    preferences: { language: 'fa', theme: 'dark' },
  } as Account);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const onAccount = () => queryClient.getQueryData(accountQuery.queryKey)?.preferences;
const choose = (language: 'fa' | 'en') =>
  savePreference('language', language, { id: '7', chosen: onAccount()?.language ?? null });
async function answer(status = 200): Promise<void> {
  const next = await vi.waitUntil(() => owed.shift());
  next(status);
}

it('saves the last choice when the person changes their mind before the reply', async () => {
  choose('en');
  choose('fa');
  await answer();
  await answer();
  await vi.waitUntil(() => !isUnsent('language', '7'));
  expect(got).toEqual(['en', 'fa']);
  expect(onAccount()).toEqual({ language: 'fa', theme: 'dark' });
});

it('sends choices one after another and does not show an outdated one', async () => {
  for (const language of ['en', 'fa', 'en'] as const) choose(language);
  await answer();
  await vi.waitUntil(() => got.length === 2);
  expect([onAccount()?.language, owed.length]).toEqual(['fa', 1]);
  await answer();
  await answer();
  await vi.waitUntil(() => onAccount()?.language === 'en');
  expect(got).toEqual(['en', 'fa', 'en']);
});

it('keeps a choice that could not be sent marked for its account, and sends it the next time', async () => {
  choose('en');
  await answer(503);
  await vi.waitUntil(() => got.length === 1 && owed.length === 0);
  await new Promise((resolve) => setImmediate(resolve));
  expect([isUnsent('language', '7'), isUnsent('language', '8')]).toEqual([true, false]);
  choose('en');
  await answer();
  await vi.waitUntil(() => !isUnsent('language', '7'));
  expect(onAccount()?.language).toBe('en');
});
