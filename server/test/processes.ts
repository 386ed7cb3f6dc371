/** What the system knows of a process; more on Linux than elsewhere. */
import { existsSync, readFileSync } from 'node:fs';

/** Linux: a process shows its environment and its command line. */
export const hasProc = existsSync('/proc/self/environ');

export const environmentOf = (pid: number | null | undefined): string =>
  readFileSync(`/proc/${pid}/environ`, 'utf8');
export const commandLineOf = (pid: number | null | undefined): string =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8');

/**
 * What a program needs whose other settings the test gives it: none of the test runner's own. Where Node keeps what it
 * has compiled is no setting of ours, and without it each start compiles a thousand modules anew.
 */
export const bareEnvironment = (): { PATH: string | undefined; NODE_COMPILE_CACHE: string | undefined } => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});

/** Whether it runs; one that has ended and only waits for somebody to read its exit code is dead. */
export function lives(pid: number): boolean {
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
