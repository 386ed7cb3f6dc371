import { loadConfig } from '../platform/config/config.ts';
import { checkAudit } from '../platform/database/audit-log.ts';
import type { Db } from '../platform/database/database.ts';
import { runCommand, withDatabase } from '../platform/start/command-line.ts';
import { findViolations, LAWS } from './index.ts';

/**
 * `npm run audit`: exit code 0 when every law of the books holds and the audit log is whole, 1 with what shows the breach
 * otherwise.
 */
async function checkAll(db: Db): Promise<number> {
  const violations = await findViolations(db, 'all');
  const broken = await checkAudit(db);
  for (const { name } of LAWS)
    report(
      name,
      violations.every(({ law }) => law !== name),
    );
  report('the audit log is one unbroken chain', broken === null);
  const faults = violations.map(({ law, row }) => `${law}: ${JSON.stringify(row)}`);
  if (broken !== null) faults.push(broken);
  for (const fault of faults) process.stdout.write(`\nViolation: ${fault}\n`);
  if (faults.length > 0) return 1;
  process.stdout.write('\nThe books are right.\n');
  return 0;
}

const report = (law: string, holds: boolean): boolean =>
  process.stdout.write(`${holds ? 'holds ' : 'BROKEN'}  ${law}\n`);

await runCommand(() => withDatabase(loadConfig(process.env), checkAll));
