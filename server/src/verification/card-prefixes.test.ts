/** The banks of cards by their first digits, as returned to everyone and edited by staff. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import { addPerson, addSession } from '../../test/people.ts';

let context: IdentityFixture;
let treasury: string;
let kyc: string;
beforeAll(async () => {
  context = await createIdentityFixture();
  const session = async (role: 'treasury' | 'kyc') =>
    addSession(context.db, await addPerson(context.db, { email: `${role}@cards.test`, roles: [role] }));
  treasury = await session('treasury');
  kyc = await session('kyc');
});
afterAll(() => context.close());

const listed = async (): Promise<{ prefix: string; fa: string; en: string }[]> =>
  (await context.call('GET', '/country/iran/card-prefixes')).body;
const save = (body: object, token = treasury) =>
  context.call('PUT', '/backoffice/card-prefixes', { token, body });
const remove = (prefix: string, token = treasury) =>
  context.call('DELETE', `/backoffice/card-prefixes/${prefix}`, { token });

// Listed independently of the migration: the issuer prefixes assigned by Shaparak.
it.each([
  ['بانک ملی ایران', '603799'],
  ['بانک سپه', '589210'],
  ['بانک توسعه صادرات', '627648'],
  ['بانک صنعت و معدن', '627961'],
  ['بانک کشاورزی', '603770'],
  ['بانک مسکن', '628023'],
  ['پست بانک ایران', '627760'],
  ['بانک توسعه تعاون', '502908'],
  ['بانک اقتصاد نوین', '627412'],
  ['بانک پارسیان', '622106'],
  ['بانک پاسارگاد', '502229'],
  ['بانک کارآفرین', '627488'],
  ['بانک سامان', '621986'],
  ['بانک سینا', '639346'],
  ['بانک سرمایه', '639607'],
  ['بانک شهر', '502806'],
  ['بانک دی', '502938'],
  ['بانک صادرات ایران', '603769'],
  ['بانک ملت', '610433'],
  ['بانک تجارت', '627353'],
  ['بانک رفاه کارگران', '589463'],
  ['بانک انصار', '627381'],
  ['بانک آینده', '636214'],
  ['بانک قوامین', '639599'],
  ['بانک حکمت ایرانیان', '636949'],
  ['بانک ایران زمین', '505785'],
  ['بانک مهر ایران', '606373'],
  ['بانک قرض الحسنه مهر', '639370'],
  ['بانک گردشگری', '505416'],
  ['بانک خاورمیانه', '585947'],
  ['بانک رسالت', '504172'],
  ['بانک مشترک ایران و ونزوئلا', '581874'],
  ['بانک مرکزی جمهوری اسلامی ایران', '636795'],
  ['موسسه اعتباری ملل', '606256'],
  ['موسسه اعتباری توسعه', '628157'],
  ['موسسه کوثر', '505801'],
  ['موسسه نور', '507677'],
  ['بانک خاورمیانه', '505809'],
  ['بلوبانک', '62198618'],
])('%s issues cards that begin with %s', async (fa, prefix) => {
  expect(await listed()).toContainEqual({ prefix, fa, en: expect.any(String) });
});

it('staff adds, changes and removes a prefix, which is audited and effective immediately', async () => {
  const row = { prefix: '599999', fa: 'بانک آزمون', en: 'Test Bank' };
  expect((await listed()).some(({ prefix }) => prefix === row.prefix)).toBe(false);
  expect((await save(row, kyc)).status).toBe(403);
  expect((await save(row)).status).toBe(200);
  expect(await listed()).toContainEqual(row);
  const renamed = { ...row, fa: 'بانک نو' };
  expect((await save(renamed)).status).toBe(200);
  expect((await listed()).filter(({ prefix }) => prefix === row.prefix)).toEqual([renamed]);
  for (const prefix of ['59999', '5999990', '599999000', '59999a', '۵۹۹۹۹۹'])
    expect((await save({ ...row, prefix })).status, prefix).toBe(400);
  expect((await save({ ...row, fa: ' ' })).status).toBe(400);
  expect((await remove(row.prefix, kyc)).status).toBe(403);
  expect((await remove(row.prefix)).status).toBe(200);
  expect((await remove(row.prefix)).status).toBe(404);
  expect((await listed()).some(({ prefix }) => prefix === row.prefix)).toBe(false);
  const { rows } = await sql<{ action: string; name: string }>`select action, detail::jsonb->>'fa' as name
    from audit_log where action like 'card prefix%' order by number`.execute(context.db);
  expect(rows).toEqual([
    { action: 'card prefix saved', name: 'بانک آزمون' },
    { action: 'card prefix saved', name: 'بانک نو' },
    { action: 'card prefix removed', name: 'بانک نو' },
  ]);
});
