import sharp from 'sharp';

const ALWAYS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'];

/** One image after another on one thread: pictures must not take the time of trades. */
sharp.concurrency(1);
sharp.cache(false);
// Nothing but these two is ever opened, whatever a file says it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ALWAYS });

/** One kind is opened for one piece of work; those of one kind don't shut each other out. */
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
