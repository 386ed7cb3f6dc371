import { rmSync } from 'node:fs';

/**
 * A folder of a test, with all that is in it; none is fine. What a program that was just stopped still writes into it is
 * waited for: it is no reason for a test to fail.
 */
export const removeFolder = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
