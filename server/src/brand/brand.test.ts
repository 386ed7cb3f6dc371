import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackofficeFixture, createBackofficeFixture, type SignedInUser } from '../../test/backoffice.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { withUnblockedLoader } from '../platform/drawing/pictures.ts';
import { readDefaultBrand, readDefaultInfo } from './defaults.ts';
import type { Branding } from './index.ts';

let context: BackofficeFixture;
let admin: SignedInUser;
let brand: Branding;
let other: Branding;

beforeAll(async () => {
  context = await createBackofficeFixture();
  admin = await context.staff('admin@sarraf.test', 'admin');
  brand = context.branding;
  other = await context.otherBranding();
});
afterAll(async () => {
  other.stop();
  await context.close();
});
beforeEach(async () => {
  await call('DELETE', '');
});

const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
  context.call(method, `/backoffice/brand${path}`, { token: admin.token, ...(body && { body }) });
const version = async () => (await call('GET', '')).body.baseDTO.version;
const NEEKO = {
  name: { fa: 'نیکو', en: 'Neeko' },
  accent: { dark: '#3FB68B', light: '#0a6b4f' },
  mark: '#ff8800',
};

async function upload(file: Buffer | string, name = 'logo') {
  const edge = 'edge';
  const payload = Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${name}"; filename="logo"\r\n\r\n`),
    Buffer.from(file as string),
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const answer = await context.http.app.inject({
    method: 'POST',
    url: '/api/backoffice/brand/logo',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const logo = async () => {
  const { body } = await context.call('GET', '/brand');
  return context.http.app.inject({ url: body.baseDTO.logo ?? '/api/brand/logo' });
};

const svg = (inner: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">${inner}</svg>`;
const CIRCLE = '<circle cx="10" cy="10" r="8" fill="#ff0000"/>';

describe('the brand', () => {
  it('is that of brand.json until staff changes it, and again when they reset it', async () => {
    const usual = readDefaultBrand();
    expect((await context.call('GET', '/brand')).body.baseDTO).toEqual(usual);
    const saved = await call('PUT', '', { version: await version(), ...NEEKO });
    expect(saved.status).toBe(200);
    const accent = { dark: '#3fb68b', light: '#0a6b4f' };
    expect((await context.call('GET', '/brand')).body.baseDTO).toEqual({ ...NEEKO, accent, logo: null });
    expect(brand.getBrand().name.fa).toBe('نیکو');
    expect(saved.body.baseDTO).toMatchObject({ usual, updatedBy: admin.email });
    await call('DELETE', '');
    expect((await context.call('GET', '/brand')).body.baseDTO).toEqual(usual);
  });

  it('is published to every process, and loaded at a start', async () => {
    await call('PUT', '', { version: await version(), ...NEEKO });
    await expect.poll(() => other.getBrand().name.en).toBe('Neeko');
    const started = await context.otherBranding();
    expect(started.getBrand()).toEqual(brand.getBrand());
    started.stop();
  });

  it('rejects colours with too little contrast, names them, and keeps the old ones', async () => {
    const at = await version();
    const pale = { ...NEEKO, accent: { dark: '#101a2c', light: '#ffe000' } };
    const refusal = await call('PUT', '', { version: at, ...pale });
    expect([refusal.status, refusal.body.errors]).toEqual([
      400,
      ['accent.dark.ACCENT_TEXT', 'accent.dark.CONTROL', 'accent.light.ACCENT_TEXT', 'accent.light.CONTROL'],
    ]);
    expect(await version()).toBe(at);
  });

  it.each([
    [{ name: { fa: ' ', en: 'Neeko' } }, ['name.fa']],
    [{ name: { fa: 'نیکو', en: '<b>' } }, ['name.en']],
    [{ name: { fa: 'ن'.repeat(25), en: 'Neeko' } }, ['name.fa']],
    [{ mark: 'red' }, ['mark']],
    [{ accent: { dark: '#fff', light: '#0a6b4f' } }, ['accent.dark']],
  ])('rejects %j', async (wrong, errors) => {
    const at = await version();
    const refusal = await call('PUT', '', { version: at, ...NEEKO, ...wrong });
    expect([refusal.status, refusal.body.errors]).toEqual([400, errors]);
    expect(await version()).toBe(at);
  });

  it('is changed by only one of two concurrent edits of the same version', async () => {
    const at = await version();
    const saves = await Promise.all(
      ['Neeko', 'Other'].map((en) => call('PUT', '', { version: at, ...NEEKO, name: { fa: 'نیکو', en } })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await version()).toBe(at + 1);
  });

  it('records who changed it in the audit log', async () => {
    await call('PUT', '', { version: await version(), ...NEEKO });
    const { rows } = await sql<{
      actor: string;
      action: string;
      detail: string;
    }>`select actor_id as actor, action, detail
      from audit_log order by number desc limit 1`.execute(context.db);
    expect(rows).toEqual([
      { actor: admin.id, action: 'brand changed', detail: JSON.stringify({ name: 'نیکو / Neeko' }) },
    ]);
  });
});

describe('the logo', () => {
  it('of SVG, PNG or WebP is re-rendered as PNG, under a URL of its own', async () => {
    const png = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#00ff0080' } })
      .png()
      .toBuffer();
    const webp = await sharp(png).webp().toBuffer();
    const logos = new Set<string>();
    for (const file of [svg(CIRCLE), svg(CIRCLE, '<?xml version="1.0"?>\n<!-- by hand -->\n'), png, webp]) {
      const { status, body } = await upload(file as Buffer);
      expect(status).toBe(200);
      logos.add(body.baseDTO.brand.logo);
      const answer = await logo();
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
      expect(answer.headers['cache-control']).toContain('immutable');
      const { format, width = 0, height = 0 } = await sharp(answer.rawPayload).metadata();
      expect(format).toBe('png');
      expect([width <= 512, height <= 512]).toEqual([true, true]);
    }
    expect(logos.size).toBe(4);
  });

  it.each([
    ['a script', svg(`${CIRCLE}<script>alert(1)</script>`)],
    ['a handler', svg('<circle r="8" onload="alert(1)"/>')],
    ['another file', svg('<image href="file:///etc/passwd" width="20" height="20"/>')],
    ['a reference abroad', svg('<a xlink:href="https://evil.test"><circle r="8"/></a>')],
    ['a style from abroad', svg('<style>@import url(https://evil.test/a.css);</style>')],
    ['a fill from abroad', svg('<circle r="8" fill="url(https://evil.test/#a)"/>')],
    ['foreign markup', svg('<foreignObject><body/></foreignObject>')],
    ['entities that multiply', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "aaaa">]>')],
    ['no picture', 'hello'],
    ['a page', '<html><svg></svg></html>'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['a damaged PNG', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['a broken SVG', '<svg xmlns="http://www.w3.org/2000/svg"><circle'],
  ])('is not made from %s', async (_what, file) => {
    const refusal = await upload(file as Buffer);
    expect([refusal.status, refusal.body.message]).toEqual([400, 'INVALID_IMAGE']);
    expect((await logo()).statusCode).toBe(404);
  });

  it('may refer to its own parts', async () => {
    const inner = `<defs><linearGradient id="g"><stop stop-color="#f00"/></linearGradient></defs><circle r="8" fill="url(#g)"/>`;
    expect((await upload(svg(inner))).status).toBe(200);
  });

  it('has a size limit, and is required', async () => {
    expect((await upload(Buffer.alloc(500_001))).status).toBe(413);
    expect((await upload(svg(CIRCLE), 'file')).status).toBe(400);
  });

  it('is unchanged when the colours change, and can be removed', async () => {
    await upload(svg(CIRCLE));
    await call('PUT', '', { version: await version(), ...NEEKO });
    expect((await logo()).statusCode).toBe(200);
    const { body } = await call('DELETE', '/logo');
    expect(body.baseDTO.brand).toMatchObject({ name: NEEKO.name, logo: null });
    expect((await logo()).statusCode).toBe(404);
  });

  it('does not widen which images users may upload elsewhere', async () => {
    await import('../verification/index.ts');
    await upload(svg(CIRCLE));
    const load = () =>
      sharp(Buffer.from(svg(CIRCLE)))
        .png()
        .toBuffer();
    await expect(load()).rejects.toThrow();
    expect((await withUnblockedLoader('VipsForeignLoadSvgBuffer', load)).length).toBeGreaterThan(0);
    await expect(load()).rejects.toThrow();
  });
});

describe('brand.json', () => {
  it('stops the start if it is invalid or has too little contrast', () => {
    const dir = mkdtempSync(join(tmpdir(), 'sarraf-brand-'));
    const written = (change: object) => {
      const file = join(dir, 'brand.json');
      writeFileSync(file, JSON.stringify({ ...readDefaultBrand(), ...change }));
      return file;
    };
    expect(readDefaultBrand(written({})).name.en).toBe('Sarraf');
    expect(() => readDefaultBrand(written({ name: 'x' }))).toThrow('brand.json');
    expect(() => readDefaultBrand(written({ accent: { dark: '#5b8cff', light: '#ffee00' } }))).toThrow(
      'accent.light.ACCENT_TEXT',
    );
    removeFolder(dir);
  });

  it('names the contact channels in each language, where it has them', () => {
    const dir = mkdtempSync(join(tmpdir(), 'sarraf-brand-'));
    const file = join(dir, 'brand.json');
    const write = (more: object) => writeFileSync(file, JSON.stringify({ ...readDefaultBrand(), ...more }));
    const address = { fa: 'شیراز', en: 'Shiraz' };
    write({
      contact: { address, email: 'a@neeko.test', number: '071' },
      social: { telegram: 'https://t.me/neeko' },
    });
    expect(readDefaultInfo('fa', file)).toMatchObject({
      address: 'شیراز',
      email: 'a@neeko.test',
      number: '071',
    });
    expect(readDefaultInfo('en', file)).toMatchObject({
      address: 'Shiraz',
      telegram: 'https://t.me/neeko',
      instagram: '',
    });
    expect(Object.keys(readDefaultBrand(file))).toEqual(['name', 'accent', 'mark', 'logo']);
    write({});
    expect(readDefaultInfo('fa', file)).toEqual({});
    write({ contact: { address: 'Shiraz', email: '', number: '' } });
    expect(() => readDefaultBrand(file)).toThrow('brand.json: /contact');
    removeFolder(dir);
  });
});
