import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that took more than three quarters of a minute of a whole run on two cores, the longest first. A clean clone knows
 * of no run, and the size of a file says nothing of its time.
 */
const LONGEST = [
  'server/test/company-crash',
  'server/test/rotation-crash',
  'server/test/coins-crash',
  'server/src/signer/ceremony/ceremony',
  'server/test/outages',
  'server/test/coins-two-servers',
  'server/test/forged-books',
  'server/test/blackbox/blackbox',
  'server/test/start',
  'server/src/company/company',
  'server/test/failover',
  'server/test/orders-crash',
  'server/test/access-matrix',
  'server/test/traces',
  'server/test/reader-catches-up',
  'server/test/coins-api',
  'server/test/coins-forged',
  'server/test/rolling-upgrade',
  'server/test/rotate-key',
  'server/test/coins-race',
  'server/test/coins-reorg',
  'server/test/coins-secrets',
  'server/src/custody/deposits/deposits',
  'server/test/worker',
  'server/test/key-matrix',
  'server/test/crash',
  'server/test/backup',
  'server/test/drill',
  'server/test/watched-books',
  'server/test/two-servers',
  'server/src/trading/orders/place-order',
  'server/src/withdrawal/request-withdrawal',
  'e2e/public',
  'e2e/company',
  'e2e/trade',
  'e2e/keyboard',
  'e2e/money',
  'e2e/spec-walk',
  'e2e/toman',
  'e2e/markets',
  'e2e/resilience',
  'e2e/approval',
];
/** Where files start whole programs and wait for them. */
const LONG = /\/server\/test\/|\/server\/src\/signer\//;

/** Begins with what takes long, so that no file of three minutes is left when all others have ended. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  if (at >= 0) return at;
  return LONGEST.length + (LONG.test(moduleId) ? 0 : 1);
}
