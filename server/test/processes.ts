/** System information about a process; more on Linux than elsewhere. */
import { existsSync, readFileSync } from 'node:fs';

/** Linux: /proc shows the environment and the command line of a process. */
export const hasProc = existsSync('/proc/self/environ');

export const readEnvironment = (pid: number | null | undefined): string =>
  readFileSync(`/proc/${pid}/environ`, 'utf8');
export const readCommandLine = (pid: number | null | undefined): string =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8');

/**
 * The minimal environment of a program whose other settings the test provides, without the test runner's. Node's
 * compile cache is included, since without it each start compiles a thousand modules again.
 */
export const minimalEnvironment = (): {
  PATH: string | undefined;
  NODE_COMPILE_CACHE: string | undefined;
} => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});

/** Returns whether it runs; a zombie counts as dead. */
export function isProcessAlive(pid: number): boolean {
  if (!hasProc) {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
