import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareImage } from './prepare-image.ts';

const imageOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

it('queues at most twenty images, five of one user, and refuses further ones', async () => {
  const image = await imageOf(40, 40);
  const done: string[] = [];
  const ask = (person: string) =>
    prepareImage(image, person).then(
      () => done.push(person),
      (error) => done.push(`${person} ${error.code}`),
    );
  // One is running and five are queued; the crowd's others are refused, and another user waits for one image of
  // each of the others.
  const crowd = Array.from({ length: 10 }, () => ask('crowd'));
  const others = Array.from({ length: 20 }, (_, n) => ask(`person ${n}`));
  await Promise.all([...crowd, ...others]);
  expect(done.filter((one) => one === 'crowd SERVICE_UNAVAILABLE')).toHaveLength(4);
  expect(done.filter((one) => one === 'crowd')).toHaveLength(6);
  expect(done.filter((one) => /^person \d+$/.test(one))).toHaveLength(15);
  expect(done.filter((one) => /^person \d+ SERVICE_UNAVAILABLE$/.test(one))).toHaveLength(5);
  const finishedJobs = done.filter((one) => !one.includes('SERVICE'));
  expect(finishedJobs.indexOf('person 14')).toBeLessThan(finishedJobs.lastIndexOf('crowd'));
  expect((await sharp(await prepareImage(image, 'ann')).metadata()).format).toBe('jpeg');
});

it('continues after a file that is not an image', async () => {
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(50)]);
  const image = await sharp({ create: { width: 5, height: 5, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const [first, second] = await Promise.allSettled([prepareImage(broken, 'ann'), prepareImage(image, 'ann')]);
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_IMAGE' } });
  // Transparency became white.
  const { data } = await sharp((second as PromiseFulfilledResult<Buffer>).value)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBe(255);
});

it('kills a process that exceeds its time or memory limit, and continues', async () => {
  const image = await imageOf(2_000, 2_000);
  const limits = { longestMs: 60_000, mostMemory: 600_000_000 };
  const invalid = { code: 'INVALID_IMAGE' };
  await expect(prepareImage(image, 'ann', { ...limits, longestMs: 1 })).rejects.toMatchObject(invalid);
  if (process.platform === 'linux')
    await expect(prepareImage(image, 'ann', { ...limits, mostMemory: 1_000_000 })).rejects.toMatchObject(
      invalid,
    );
  expect((await sharp(await prepareImage(image, 'ann', limits)).metadata()).width).toBe(2_000);
});
