/** The logo of a store: re-rendered, shown to payers, and removed. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyFixture, startCompanies, type TestCompany } from '../../test/company.ts';

let t: CompanyFixture;
let company: TestCompany;
beforeAll(async () => {
  t = await startCompanies();
  company = await t.company();
});
afterAll(() => t.close(), 30_000);

async function send(by: TestCompany, bytes: Buffer, type = 'image/png') {
  const form = new FormData();
  form.append('logo', new Blob([new Uint8Array(bytes)], { type }), 'logo');
  const response = await fetch(`${t.url}/api/company/logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}` },
    body: form,
  });
  return (await response.json()) as { message: string; errors?: string[]; baseDTO?: { logo: string | null } };
}
const picture = (background: string) =>
  sharp({ create: { width: 900, height: 300, channels: 4, background } });
const readPublic = async (path: string) => (await t.as(null, 'GET', path)).body.baseDTO;

describe('the logo of a store', () => {
  it('is shown to payers, at a new URL for each version', async () => {
    expect(await readPublic(`/company-payments/company/${company.id}`)).toMatchObject({ logo: null });
    const image = await picture('#c00')
      .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } } })
      .png()
      .toBuffer();
    const first = (await send(company, image)).baseDTO?.logo ?? '';
    expect(first).toMatch(new RegExp(`/${company.id}/logo\\?v=1$`));
    expect(await readPublic(`/company-payments/company/${company.id}`)).toMatchObject({ logo: first });
    const paymentId = await t.pay(company, '50000');
    expect((await readPublic(`/company-payments/${paymentId}`)).company.logo).toBe(first);
    const reply = await fetch(t.url + first);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 171 });
    expect(bytes.includes('somebody')).toBe(false);

    const webp = await picture('#0c0').webp().toBuffer();
    expect((await send(company, webp, 'image/webp')).baseDTO?.logo).toMatch(/v=2$/);
    const { body } = await t.as(company, 'DELETE', '/company/logo');
    expect(body.baseDTO.logo).toBeNull();
    expect((await fetch(t.url + first)).status).toBe(404);
    // A browser that cached the first one must not take it for the next.
    expect((await send(company, image)).baseDTO?.logo).toMatch(/v=4$/);
  });

  it("is a small image, and can't be a file with scripts", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    for (const bytes of [svg, 'GIF89a', '', '<html>'])
      expect((await send(company, Buffer.from(bytes))).message).toBe('INVALID_IMAGE');
    const cut = (await picture('#00c').png().toBuffer()).subarray(0, 60);
    expect((await send(company, cut)).message).toBe('INVALID_IMAGE');
    expect((await send(company, Buffer.alloc(600_000))).message).toBe('PAYLOAD_TOO_LARGE');
  });

  it('belongs to a company, and is not shown for another store', async () => {
    const person = await t.person('REAL');
    const image = await picture('#c00').png().toBuffer();
    expect((await send({ ...company, ...person }, image)).message).toBe('COMPANY_ONLY');
    const other = await t.company();
    expect((await t.read(other)).logo).toBeNull();
    for (const id of [other.id, 'x', '00000000-0000-7000-8000-000000000000'])
      expect((await fetch(`${t.url}/api/company-payments/company/${id}/logo`)).status).toBe(404);
  });
});
