import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { addPerson } from '../../test/people.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { createBus } from '../platform/bus/bus.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readContentFiles } from './content-files.ts';
import { loadContent } from './load-content.ts';
import { saveArticle } from './save-article.ts';
import { findArticle } from './staff-store.ts';

const loadedAt = Date.now() + 60_000;
const clock = manualClock(loadedAt);
const bus = createBus();
let test: TestDatabase;
let database: Database;
/** Connection of another process. */
let second: Database;
let directory: string;

beforeAll(async () => {
  test = await createTestDatabase();
  [database, second] = [openTestDatabase(test.url, 2), openTestDatabase(test.url, 2)];
});
afterAll(async () => {
  await Promise.all([database.close(), second.close()]);
  await test.drop();
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sarraf-content-'));
});
afterEach(() => removeFolder(directory));

function write(name: string, fields: string, body = '<p>Text.</p>'): void {
  const file = join(directory, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `---\n${fields}\n---\n${body}\n`);
}
const load = (of = database) => loadContent({ db: of.db, clock, bus }, directory);
const stored = (slug: string) => findArticle(database.db, { kind: 'FAQ', slug, language: 'en' });

describe('loadContent', () => {
  it('loads all texts at the first start, also when two servers start concurrently', async () => {
    await Promise.all([database, second].map(({ db }) => loadContent({ db, clock, bus })));
    for (const { kind, slug, language, text } of readContentFiles())
      expect(await findArticle(database.db, { kind, slug, language }), `${kind} ${slug}`).toMatchObject(text);
  });

  it('is taken again only where a file has changed', async () => {
    write('faq/one.en.html', 'title: "One?"\nplace: 901');
    await load();
    const before = await stored('one');
    expect(before).toMatchObject({
      title: 'One?',
      place: 901,
      body: '<p>Text.</p>',
      state: 'PUBLISHED',
      version: 1,
    });
    clock.advance(1_000);
    await load();
    expect(await stored('one')).toEqual(before);
    write(
      'faq/one.en.html',
      'title: "One more?"\nsummary: "S"\nsubject: "fees"\nplace: 902',
      '<p>Other.</p>',
    );
    await Promise.all([load(), load(second)]);
    expect(await stored('one')).toEqual({
      ...before,
      title: 'One more?',
      summary: 'S',
      subject: 'fees',
      place: 902,
      body: '<p>Other.</p>',
      version: 2,
      updatedAt: new Date(clock.now()),
    });
  });

  it('keeps texts that staff has written, and their versions', async () => {
    const staff = await addPerson(database.db, { email: 'sara@sarraf.test', roles: ['support'] });
    write('faq/two.en.html', 'title: "Two?"\nplace: 903');
    await load();
    const deps = {
      db: database.db,
      clock,
      bus,
      readEmails: async () => new Map(),
      readFigures: async () => new Map(),
    };
    const text = {
      title: 'Ours',
      summary: '',
      body: '<p>Ours.</p>',
      coin: null,
      subject: null,
      picture: null,
      place: 1,
    };
    const key = { kind: 'FAQ', slug: 'two', language: 'en' } as const;
    await saveArticle(deps, staff, key, { version: 1, text: { ...text, state: 'ARCHIVED' } });
    const written = await stored('two');
    expect(written).toMatchObject({ title: 'Ours', state: 'ARCHIVED', version: 2, updatedBy: staff });
    write('faq/two.en.html', 'title: "Two, mended?"\nplace: 903');
    await load();
    expect(await stored('two')).toEqual(written);
  });

  it('restores no text that was deleted', async () => {
    write('faq/three.en.html', 'title: "Three?"\nplace: 904');
    await load();
    await sql`delete from articles where slug = 'three'`.execute(database.db);
    write('faq/three.en.html', 'title: "Three, mended?"\nplace: 904');
    await load();
    expect(await stored('three')).toBeUndefined();
  });

  it('keeps the article of a file that is gone', async () => {
    write('faq/four.en.html', 'title: "Four?"\nplace: 905');
    await load();
    rmSync(join(directory, 'faq/four.en.html'));
    await load();
    expect(await stored('four')).toMatchObject({ title: 'Four?', state: 'PUBLISHED' });
  });

  it.each([
    ['faq/no-place.en.html', 'title: "Five?"'],
    ['faq/no-json.en.html', 'title: Five?\nplace: 1'],
    ['faq/unknown.en.html', 'title: "Five?"\nplace: 1\ncolour: "red"'],
    ['faq/no-language.html', 'title: "Five?"\nplace: 1'],
    ['faq/language.xx.html', 'title: "Five?"\nplace: 1'],
    ['poem/five.en.html', 'title: "Five?"\nplace: 1'],
  ])('refuses %s by its name, and loads none of the others', async (name, fields) => {
    write('faq/five.en.html', 'title: "Five?"\nplace: 906');
    write(name, fields);
    await expect(load()).rejects.toThrow(name);
    expect(await stored('five')).toBeUndefined();
  });
});
