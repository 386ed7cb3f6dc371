// Test files that can't run on a kind of machine, which are skipped by name instead of failing or being forgotten.

export interface Machine {
  platform: NodeJS.Platform;
  /** A Chromium that can be automated. */
  hasBrowser: boolean;
}

/** Returns patterns of files, and why they can't run there. */
export function listSkippedTests({ platform, hasBrowser }: Machine): { files: string; why: string }[] {
  const skipped: { files: string; why: string }[] = [];
  // They start and stop processes by signals, and PostgreSQL in /tmp.
  if (platform === 'win32')
    skipped.push({ files: 'server/**/*.test.ts', why: 'needs POSIX signals and /tmp' });
  if (platform === 'win32') skipped.push({ files: 'e2e/**/*.test.ts', why: 'needs the server of the tests' });
  else if (!hasBrowser) skipped.push({ files: 'e2e/**/*.test.ts', why: 'needs Chromium or Chrome' });
  return skipped;
}
