import { userInfo } from 'node:os';
import { normalizeEmail } from '@sarraf/domain';
import { PASSKEY_ROLES, STAFF_ROLES, type StaffRole } from '@sarraf/domain/contracts';
import { changeRole, deleteStaffPasskeys, listStaff } from './identity/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import type { Db } from './platform/database/database.ts';
import { runCommand, withDatabase } from './platform/start/command-line.ts';

const USAGE = `usage: npm run staff add <email> <role>
       npm run staff remove <email> <role>
       npm run staff forget-passkeys <email>
       npm run staff list
roles: ${STAFF_ROLES.join(', ')}`;

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

const isStaffRole = (text: string | undefined): text is StaffRole =>
  (STAFF_ROLES as readonly (string | undefined)[]).includes(text);

/** `npm run staff …`: exit code 0 on success, 1 with the reason otherwise, 2 for a usage error. */
async function main([change, address, role, ...rest]: string[]): Promise<number> {
  const config = loadConfig(process.env);
  if (change === 'list' && address === undefined) return withDatabase(config, printStaff);
  const email = normalizeEmail(address ?? '');
  if (change === 'forget-passkeys' && email !== null && role === undefined)
    return withDatabase(config, (db) => runForgetPasskeys(db, email));
  if ((change !== 'add' && change !== 'remove') || email === null || !isStaffRole(role) || rest.length > 0)
    throw new Error(USAGE);
  return withDatabase(config, (db) => runRoleChange(db, config, { change, email, role }));
}

function reportUnknownEmail(email: string): number {
  process.stderr.write(`${email} has no account here: the person has to sign up first.\n`);
  return 1;
}

async function runForgetPasskeys(db: Db, email: string): Promise<number> {
  const operator = userInfo().username;
  const done = await deleteStaffPasskeys(db, { email, operator }, new Date(systemClock.now()));
  if (done === null) return reportUnknownEmail(email);
  printLine(
    done
      ? `${email} no longer has a passkey, and is signed out within 5 seconds; they add another in Settings.`
      : `${email} has no passkey.`,
  );
  return 0;
}

async function runRoleChange(
  db: Db,
  { sandbox }: Config,
  roleChange: { change: 'add' | 'remove'; email: string; role: StaffRole },
): Promise<number> {
  const { change, email, role } = roleChange;
  const now = new Date(systemClock.now());
  const done = await changeRole(db, { ...roleChange, operator: userInfo().username }, now);
  if (done === null) return reportUnknownEmail(email);
  const verb = change === 'add' ? 'has' : 'no longer has';
  if (!done.changed)
    printLine(`${email} ${change === 'add' ? 'already has' : 'does not have'} the role ${role}.`);
  else printLine(`${email} ${verb} the role ${role}; running servers apply it within 5 seconds.`);
  if (change === 'add' && !sandbox && done.user.twoStepMethod !== 'GOOGLE_AUTHENTICATOR')
    printLine('The back office opens once they use an authenticator app: Settings, two-step login.');
  if (change === 'add' && !sandbox && PASSKEY_ROLES.has(role) && !done.passkey)
    printLine('This role also needs a passkey: they add it in Settings and log in with it.');
  return 0;
}

async function printStaff(db: Db): Promise<number> {
  const staff = await listStaff(db);
  for (const { email, roles, ...has } of staff) {
    const needsPasskey = roles.some((role) => PASSKEY_ROLES.has(role));
    const missing = [
      ...(has.authenticator ? [] : ['  (no authenticator app)']),
      ...(has.passkey || !needsPasskey ? [] : ['  (no passkey)']),
    ];
    printLine(`${email}  ${roles.join(', ')}${missing.join('')}`);
  }
  if (staff.length === 0) printLine('There are no staff members yet.');
  return 0;
}

await runCommand(() => main(process.argv.slice(2)));
