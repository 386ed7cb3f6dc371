import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareImage } from './prepare-image.ts';

it('lets twenty images wait for their turn, and refuses more until they are done', async () => {
  const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const done = await Promise.allSettled(Array.from({ length: 25 }, () => prepareImage(image)));
  expect(done.slice(0, 20).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(done.slice(20).map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
    Array(5).fill('SERVICE_UNAVAILABLE'),
  );
  expect((await sharp(await prepareImage(image)).metadata()).format).toBe('jpeg');
});

it('goes on after an image that is none', async () => {
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(50)]);
  const image = await sharp({ create: { width: 5, height: 5, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const [first, second] = await Promise.allSettled([prepareImage(broken), prepareImage(image)]);
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_IMAGE' } });
  // What was transparent is white.
  const { data } = await sharp((second as PromiseFulfilledResult<Buffer>).value)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBe(255);
});
