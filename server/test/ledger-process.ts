// A separate ledger writer, for tests that freeze or kill one: repeatedly transfers 1 unit while it holds the
// lease, and prints acknowledgements. Arguments: database URL, lease in ms, account owner, prefix of its keys.

import { amountOf } from '@sarraf/domain';
import { outsideAccount, userAccount } from '../src/ledger/index.ts';
import { newId } from '../src/platform/ids.ts';
import { startTestLedger } from './test-ledger.ts';

const [url = '', leaseMs = '', owner = '', prefix = ''] = process.argv.slice(2);
const writeLine = (line: string) => process.stdout.write(`${line}\n`);

const ledger = await startTestLedger(url, {
  leaseMs: Number.parseInt(leaseMs, 10),
  onRole: (writer) => writeLine(writer ? 'writer' : 'reader'),
});
const externalAccount = outsideAccount('test', 'TOMAN');
const personAccount = userAccount(owner, 'TOMAN');

let isRunning = true;
process.on('SIGTERM', () => {
  isRunning = false;
});

async function runLoad(lane: number): Promise<void> {
  for (let i = 0; isRunning; i += 1) {
    const key = `${prefix}-${lane}-${i}`;
    try {
      await ledger.submit({
        accounts: [externalAccount, personAccount],
        idempotency: { owner, key, digest: 'd' },
        decide: () => ({
          transfers: [
            {
              debit: externalAccount,
              credit: personAccount,
              amount: amountOf(1n),
              kind: 'deposit',
              reference: newId(),
            },
          ],
          reply: key,
        }),
      });
      writeLine(`ok ${key}`);
    } catch {
      writeLine(`refused ${key}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, lane) => runLoad(lane)));
await ledger.stop();
process.exit(0);
