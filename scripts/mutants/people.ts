import type { Mutant } from './mutant.ts';

const CODES = ['server/src/identity/codes/check-code.test.ts'];

/** One-time codes that authorize people and their payments. */
export const PEOPLE: readonly Mutant[] = [
  {
    name: 'An authenticator code can be used twice',
    file: 'server/src/identity/codes/authenticators.ts',
    find: 'and last_step < ${step} returning 1',
    replace: 'and last_step <= ${step} returning 1',
    tests: ['server/test/security/s08-authenticator.test.ts'],
    only: 'accepts no code twice',
  },
  {
    name: 'Another browser invalidates a pending code',
    file: 'server/src/identity/codes/code-store.ts',
    find: 'if (client.digest !== null) return sql`${client.digest}::bytea = any(browsers)`;',
    replace: 'if (client.digest !== null) return sql`true`;',
    tests: ['server/test/security/strangers.system.test.ts'],
  },
  {
    name: 'A known browser shares the rate limit of unknown browsers',
    file: 'server/src/identity/login/client.ts',
    find: 'return rows.length > 0;',
    replace: 'return rows.length > 1;',
    tests: ['server/test/security/strangers.system.test.ts'],
  },
  {
    name: 'A sent code can be used twice',
    file: 'server/src/identity/codes/code-store.ts',
    find: 'is not distinct from ${sessionId}::uuid and used_at is null',
    replace: 'is not distinct from ${sessionId}::uuid',
    tests: CODES,
  },
  {
    name: 'A recovery code can be used twice',
    file: 'server/src/identity/codes/recovery-codes.ts',
    find: ' and used_at is null\n    returning 1',
    replace: '\n    returning 1',
    tests: ['server/test/security/s08-authenticator.test.ts'],
    only: 'sign in once each',
  },
  {
    name: 'A code can be guessed without a limit',
    file: 'server/src/identity/codes/code-store.ts',
    find: 'and ${attempts} < ${maxAttempts} returning',
    replace: 'and ${attempts} < ${maxAttempts} + 1000000 returning',
    tests: CODES,
  },
];
