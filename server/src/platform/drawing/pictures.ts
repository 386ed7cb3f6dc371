import sharp from 'sharp';

/**
 * What opens pictures is shut for the whole process but for what people upload (verification/documents/prepare-image.ts), and
 * that has looked at the first bytes already. One kind is opened here for one piece of work; those of one kind don't
 * shut each other out.
 */
const open = new Map<string, number>();
const ALWAYS = new Set(['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer']);

export async function withLoader<T>(loader: string, work: () => Promise<T>): Promise<T> {
  if (ALWAYS.has(loader)) return work();
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
