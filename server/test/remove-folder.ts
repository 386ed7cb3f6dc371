import { rmSync } from 'node:fs';

/**
 * Removes a test's folder with its contents; a missing one is fine. Retries while a program that was just stopped
 * still writes into it, which is no reason for a test to fail.
 */
export const removeFolder = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
