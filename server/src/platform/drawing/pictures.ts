import sharp from 'sharp';

const ALWAYS_UNBLOCKED = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'];

/** Images are processed one after another on one thread, so as not to take processor time from trades. */
sharp.concurrency(1);
sharp.cache(false);
// Only these two formats are ever opened, whatever type a file claims.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALWAYS_UNBLOCKED });

/** Number of running tasks by format: a format is unblocked while at least one task needs it. */
const runningByLoader = new Map<string, number>();

export async function withUnblockedLoader<T>(loader: string, work: () => Promise<T>): Promise<T> {
  if (ALWAYS_UNBLOCKED.includes(loader)) return work();
  runningByLoader.set(loader, (runningByLoader.get(loader) ?? 0) + 1);
  sharp.unblock({ operation: [loader] });
  try {
    return await work();
  } finally {
    const remaining = (runningByLoader.get(loader) ?? 1) - 1;
    runningByLoader.set(loader, remaining);
    if (remaining === 0) sharp.block({ operation: [loader] });
  }
}
