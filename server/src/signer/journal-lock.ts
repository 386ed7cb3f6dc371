import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Locks the journal: two signers with one journal would not see each other's signatures. The lock names process and
 * folder: that of a copied folder has no effect.
 */
export function acquireJournalLock(file: string): void {
  const { dev, ino } = statSync(dirname(file));
  const here = `${dev}:${ino}`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      return writeFileSync(file, `${process.pid} ${here}`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [holder = '', of = here] = readFileSync(file, 'utf8').split(' ');
      const pid = Number.parseInt(holder, 10);
      if (of === here && pid !== process.pid && isSignerProcess(pid))
        throw new Error(`another signer (process ${pid}) has ${dirname(file)}`);
      rmSync(file, { force: true });
    }
  }
  throw new Error(`${file} can not be taken`);
}

/** Whether the process is a signer: process ids are reused, and another program's holds no lock. */
function isSignerProcess(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('signer');
  } catch (error) {
    // Without /proc it is only known that the process is running.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}
