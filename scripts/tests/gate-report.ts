// Writes the result of a run, for tools that need to know whether this commit passes.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestTally } from './results.ts';

export interface Commit {
  /** Null if the tree is no git repository. */
  id: string | null;
  /** Whether the tree has no uncommitted change. */
  clean: boolean;
}

export function readCommit(root: string): Commit {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { id: git('rev-parse', 'HEAD'), clean: git('status', '--porcelain') === '' };
  } catch {
    return { id: null, clean: false };
  }
}

interface Report {
  commit: string | null;
  clean: boolean;
  failed: number;
}

/** @throws unless the report is that of a green run of the commit without other changes. */
export function assertRunPassed(path: string, commit: string, command: string): void {
  const report: Report | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  if (report?.commit !== commit || !report.clean)
    throw new Error(`Run \`${command}\` first: it has not run on ${commit.slice(0, 12)}.`);
  if (report.failed > 0)
    throw new Error(`\`${command}\` is red on ${commit.slice(0, 12)}: ${report.failed} failed.`);
}

/** `seconds` are those since this process started, `at` is the end of the run in UTC. */
export function writeReport(
  path: string,
  { commit, total, quarantined }: { commit: Commit; total: TestTally; quarantined: number },
): void {
  mkdirSync(dirname(path), { recursive: true });
  const report: Report & Record<string, unknown> = {
    commit: commit.id,
    clean: commit.clean,
    passed: total.passed,
    failed: total.failed.length,
    flaky: total.flaky.map((text) => text.split('\n')[0]),
    skipped: total.skipped.length,
    quarantined,
    seconds: Math.round(performance.now() / 1000),
    at: new Date().toISOString(),
  };
  writeFileSync(path, `${JSON.stringify(report, null, 1)}\n`);
}
