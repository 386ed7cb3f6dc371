import sharp from 'sharp';

const ALWAYS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'];

/** Images are processed one after another on one thread, so as not to take processor time from trades. */
sharp.concurrency(1);
sharp.cache(false);
// Only these two formats are ever opened, whatever type a file claims.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALWAYS });

/** Number of running tasks by format: a format is unblocked while at least one task needs it. */
const open = new Map<string, number>();

export async function withLoader<T>(loader: string, work: () => Promise<T>): Promise<T> {
  if (ALWAYS.includes(loader)) return work();
  open.set(loader, (open.get(loader) ?? 0) + 1);
  sharp.unblock({ operation: [loader] });
  try {
    return await work();
  } finally {
    const left = (open.get(loader) ?? 1) - 1;
    open.set(loader, left);
    if (left === 0) sharp.block({ operation: [loader] });
  }
}
