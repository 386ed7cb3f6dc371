import { loadConfig } from '../platform/config/config.ts';
import { checkAudit } from '../platform/database/audit-log.ts';
import type { Db } from '../platform/database/database.ts';
import { runCommand, withDatabase } from '../platform/start/command-line.ts';
import { auditLedger } from './invariants.ts';

/**
 * `npm run audit`: exit code 0 when every law of the books holds and the audit log is whole, 1 with the first
 * violation of each otherwise.
 */
async function checkAll(db: Db): Promise<number> {
  const { violation, laws } = await auditLedger(db);
  const broken = await checkAudit(db);
  for (const law of laws) report(law, !violation?.startsWith(law));
  report('the audit log is one unbroken chain', broken === null);
  for (const fault of [violation, broken]) if (fault) process.stdout.write(`\nViolation: ${fault}\n`);
  if (violation || broken) return 1;
  process.stdout.write('\nThe books are right.\n');
  return 0;
}

const report = (law: string, holds: boolean): boolean =>
  process.stdout.write(`${holds ? 'holds ' : 'BROKEN'}  ${law}\n`);

await runCommand(() => withDatabase(loadConfig(process.env), checkAll));
