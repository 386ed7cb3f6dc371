import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Returns the share of a folder's disk that is used, 0 to 1. */
export async function readDiskUsage(folder: string): Promise<number> {
  const { blocks, bavail } = await statfs(folder);
  return blocks > 0 ? 1 - bavail / blocks : 0;
}

export const isOnSameDisk = (folder: string, other: string): boolean =>
  statSync(folder).dev === statSync(other).dev;
