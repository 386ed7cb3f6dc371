import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIDE_LIMITS } from '../../src/identity/codes/limits.ts';
import { createIdentityFixture, type IdentityFixture } from '../identity.ts';
import {
  createCardImages,
  createIranianForm,
  createJpeg,
  createPng,
  createUnidentifiedPerson,
  postParts,
  readAccount,
  submitDocument,
  submitFirst,
} from '../verification.ts';

let context: IdentityFixture;
let _staffId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  _staffId = (await context.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const downloadDocument = (id: string, token?: string) =>
  context.http.app.inject({
    url: `/api/users/documents/${id}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const listFiles = () => readdirSync(join(context.dataDir, 'documents')).sort();
/** Returns the stored version of an upload, as its owner gets it. */
async function downloadStored(token: string, image: Buffer, kind = 'image'): Promise<Buffer> {
  const { status, body } = await submitDocument(context, token, kind, image);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (await downloadDocument(body.baseDTO.id, token)).rawPayload;
}

/** A PNG that claims this size; with any pixel data. */
function createPngOfSize(width: number, height: number, pixels: Buffer): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const computeCrc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const encodeChunk = (name: string, data: Buffer) => {
    const chunk = Buffer.concat([Buffer.from(name), data]);
    const head = Buffer.alloc(4);
    const tail = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    tail.writeUInt32BE(computeCrc(chunk));
    return Buffer.concat([head, chunk, tail]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    encodeChunk('IHDR', size),
    encodeChunk('IDAT', pixels),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('S32: uploads', () => {
  it('S32: files other than complete PNG and JPEG images are refused, and leave nothing behind', async () => {
    const { token } = await createUnidentifiedPerson(context, 'bad-files@mail.test');
    const png = await createPng('teal', 300, 300);
    const jpeg = await createJpeg('teal', 300, 300);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const bad: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      text: Buffer.from('not an image'),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from(svg),
      gif: await sharp(png).gif().toBuffer(),
      webp: await sharp(png).webp().toBuffer(),
      tiff: await sharp(png).tiff().toBuffer(),
      pdf: Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]),
      'script before an image': Buffer.concat([Buffer.from('<script>1</script>'), png]),
      'only the magic bytes of PNG': png.subarray(0, 8),
      'only the magic bytes of JPEG': jpeg.subarray(0, 3),
      'PNG that is cut off': png.subarray(0, png.length - 40),
      'JPEG that is cut off': jpeg.subarray(0, Math.floor(jpeg.length / 2)),
      'PNG whose name is a lie': Buffer.concat([png.subarray(0, 8), jpeg]),
      'JPEG start and SVG': Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]),
      '1 × 1,000,000,000 pixels': createPngOfSize(1, 1_000_000_000, deflateSync(Buffer.alloc(100))),
      '30,000 × 30,000 pixels of nothing': createPngOfSize(
        30_000,
        30_000,
        deflateSync(Buffer.alloc(3_000_000)),
      ),
      '41 megapixels': createPngOfSize(6_500, 6_500, deflateSync(Buffer.alloc(6_500 * 6_501))),
    };
    const before = listFiles();
    for (const [name, bytes] of Object.entries(bad)) {
      const { status, body } = await submitDocument(context, token, 'image', bytes);
      expect([name, status, body.message]).toEqual([name, 400, 'INVALID_IMAGE']);
    }
    const first = await context.signUp('bad-first@mail.test');
    const answer = await submitFirst(context, first, createIranianForm(), {
      ...(await createCardImages()),
      backImage: bad.svg as Buffer,
    });
    expect(answer.body.message).toBe('INVALID_IMAGE');
    expect(await readAccount(context, first)).toMatchObject({
      authenticationType: 'NOT_COMPLETE',
      image: null,
    });
    expect(listFiles()).toEqual(before);
  });

  it('S32: a file that is too large is refused', async () => {
    const { token } = await createUnidentifiedPerson(context, 'large@mail.test');
    const noise = await sharp(randomBytes(3 * 1500 * 1200), {
      raw: { width: 1500, height: 1200, channels: 3 },
    })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(5_000_000);
    const { status, body } = await submitDocument(context, token, 'image', noise);
    expect([status, body.message]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('S32: an image is re-encoded: upright, complete, smaller, as a JPEG, without metadata', async () => {
    const { token } = await createUnidentifiedPerson(context, 'anew@mail.test');
    const secret = 'GPS 35.6892 51.3890';
    const tail = '<script>alert("hidden")</script>PK\u0003\u0004';
    const photo = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: secret, ImageDescription: secret } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([photo, Buffer.from(tail)]);
    const clean = await downloadStored(token, polyglot);
    const { format, width, height, exif, icc, orientation } = await sharp(clean).metadata();
    expect({ format, width, height, exif, icc, orientation }).toEqual({
      format: 'jpeg',
      width: 800,
      height: 2400,
    });
    for (const hidden of [secret, 'script', 'PK\u0003\u0004']) expect(clean.includes(hidden)).toBe(false);
    const text = await sharp(await createPng())
      .withExif({ IFD0: { Copyright: secret } })
      .png()
      .toBuffer();
    expect((await downloadStored(token, text)).includes(secret)).toBe(false);
  });

  it('S32: a user has ten files at most; unused ones are removed after a day', async () => {
    const { token } = await createUnidentifiedPerson(context, 'quota@mail.test');
    const image = await createPng();
    for (let fileCount = 2; fileCount < 10; fileCount += 1)
      expect((await submitDocument(context, token, 'image', image)).status).toBe(200);
    const before = listFiles();
    const eleventh = await submitDocument(context, token, 'image', image);
    expect([eleventh.status, eleventh.body.message]).toEqual([409, 'TOO_MANY_FILES']);
    expect(listFiles()).toEqual(before);
    const parallel = await Promise.all([1, 2, 3].map(() => submitDocument(context, token, 'image', image)));
    expect(parallel.map(({ status }) => status)).toEqual([409, 409, 409]);
    context.clock.advance(25 * 60 * 60_000);
    await context.verification.jobs[0]?.run({});
    const again = await context.signIn('quota@mail.test');
    expect((await submitDocument(context, again, 'image', image)).status).toBe(200);
    expect(listFiles().length).toBeLessThan(before.length);
    const { image: id } = await readAccount(context, again);
    expect((await downloadDocument(id, again)).statusCode).toBe(200);
  });

  it('S32: only the expected parts are accepted', async () => {
    const { token } = await createUnidentifiedPerson(context, 'parts@mail.test');
    const image = await createPng();
    const strange = await postParts(context, '/users/documents/image', token, {}, { other: image });
    expect([strange.status, strange.body.errors]).toEqual([400, ['other']]);
    const none = await postParts(context, '/users/documents/image', token, {}, {});
    expect([none.status, none.body.errors]).toEqual([400, ['file']]);
    expect((await submitDocument(context, token, 'passport', image)).status).toBe(400);
  });
});
