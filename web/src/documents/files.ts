import type { MAX_DOCUMENT_BYTES } from '@sarraf/domain/contracts';

export const MAX_BYTES: typeof MAX_DOCUMENT_BYTES = 5_000_000;
export const IMAGE_TYPES = 'image/png,image/jpeg';

export type FileError = 'wrongType' | 'tooLarge' | null;
/** Validates a file as far as the browser can before it is sent; the server inspects its content. */
export function validateFile({ type, size }: { type: string; size: number }): FileError {
  if (!IMAGE_TYPES.split(',').includes(type)) return 'wrongType';
  return size > MAX_BYTES ? 'tooLarge' : null;
}

/** 812345 → 813 kilobytes, 5240000 → 5.3 megabytes; rounded up, so that a limit is not understated. */
export function toDisplaySize(bytes: number): { unit: 'size' | 'sizeMega'; count: string } {
  return bytes < 1_000_000
    ? { unit: 'size', count: String(Math.max(1, Math.ceil(bytes / 1000))) }
    : { unit: 'sizeMega', count: (Math.ceil(bytes / 100_000) / 10).toFixed(1).replace('.0', '') };
}
