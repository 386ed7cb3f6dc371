/** The sandbox bank's nightly reports explain all payments, so that an alarm there has a real cause. */
import { parseCronItems } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../test/people.ts';
import {
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../test/wallet.ts';
import { createBankReportsJob, writeBankReports } from './sandbox-bank-reports.ts';

const OURS = '060170000000000000000000';
const PAYER = '550570022080013447370101';

let context: WalletFixture;
let staff: [string, string];

beforeAll(async () => {
  context = await createWalletFixture();
  staff = [
    await addPerson(context.db, { email: 'one@sarraf.test', roles: ['admin'] }),
    await addPerson(context.db, { email: 'two@sarraf.test', roles: ['admin'] }),
  ];
});
afterAll(() => context.close());

const ask = async (path: string) => (await context.call('GET', path, `treasury:${staff[0]}`)).body;
const reports = () => ({
  ...{ db: context.db, clock: context.clock, sheba: OURS, imports: context.imports },
  staff: async () => staff,
});
async function pay(amount: string): Promise<void> {
  const { authority } = parseStartedPayment(await context.deposit(context.person(), { amount }));
  await context.returnFromBank(
    `${PUBLIC_URL}/api/payments/SANDBOX/return?${new URL(await context.decideAtBank(authority)).searchParams}`,
  );
}

it("the sandbox bank's reports explain a day of payments and transfers, once, also when two runs meet, and raise no alarm", async () => {
  await writeBankReports(reports());
  expect((await ask('/backoffice/house-bank-accounts')).content).toEqual([]);
  await pay('1000000');
  await pay('70001');
  const ann = await context.createKnownPerson('ann@sarraf.test', PAYER);
  const { identifier } = (await ask('/wallets/toman-terms')).baseDTO.identified;
  const line = {
    ...{ reference: 'REF-77', identifier, sheba: PAYER, name: ann, amountRial: '2500000' },
    paidAt: new Date(context.clock.now()).toISOString(),
  };
  const brought = await context.call('POST', '/backoffice/bank-deposits', `treasury:${staff[1]}`, {
    body: { lines: [line] },
  });
  expect(brought.status).toBe(200);
  const later = { ...reports(), clock: { now: () => context.clock.now() + 1 } };
  await Promise.all([writeBankReports(reports()), writeBankReports(later)]);
  for (const night of [1, 2]) {
    await writeBankReports(reports());
    await context.countingJobs[0]?.run({});
    expect([night, (await ask('/backoffice/bank-check')).baseDTO]).toMatchObject([
      night,
      // Two payments minus a hundredth of a percent in whole Rial, and the transfer.
      {
        ...{ closing: '1319894', books: '250000', settlements: '1069894', unexplained: '0' },
        ...{ unseenDeposits: '0', difference: '0', lateDeposits: 0 },
      },
    ]);
    expect((await ask('/backoffice/gateway-settlements?state=OPEN')).content).toEqual([]);
    expect((await ask('/backoffice/bank-lines')).content).toEqual([]);
    expect((await ask('/backoffice/bank-statements')).content).toHaveLength(1);
  }
  context.clock.advance(80 * 3_600_000);
  // The transfer is explained, but has no owner.
  expect(await context.bankTroubles(new Date(context.clock.now()))).toEqual({
    ...{ differsSince: null, unexplained: 0, settlements: 0, suspended: 1 },
  });
});

it("the schedule of the reports is valid for the job runner, as are all of the wallet's", () => {
  const jobs = [...context.jobs, ...context.countingJobs, createBankReportsJob(reports())];
  const items = jobs.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : []));
  expect(parseCronItems(items)).toHaveLength(items.length);
});
