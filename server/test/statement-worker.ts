/** Creates one statement in a separate thread, whose heap is limited by the test. */

import { workerData } from 'node:worker_threads';
import { manualClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets } from '../src/platform/secrets/secrets.ts';
import { createStatementFiles } from '../src/statements/make-statement.ts';
import { openSealedFiles } from '../src/statements/sealed-files.ts';
import { TEST_AUDIT_KEY } from './keys.ts';

const { url, folder, id } = workerData as { url: string; folder: string; id: string };
const { db, close } = openDatabase(url, 3, TEST_AUDIT_KEY);
const secrets = createSecrets([Buffer.alloc(32, 7)]);
const clock = manualClock(Date.now());
await createStatementFiles(
  {
    db,
    config: { DATA_DIR: folder },
    clock,
    log: createLog('silent'),
    secrets,
    // The test has processed all transfers.
    referral: { foldTransfers: async () => {} },
    issuedDocuments: {
      issueStatement: async () => 'none',
      shownCode: () => Promise.reject(new Error('no paper')),
    },
    readHolder: async () => ({ name: 'a', nationalCode: '1' }),
    readIssuer: async () => ({ legalName: '', registrationNumber: '', nationalId: '', address: '' }),
    files: openSealedFiles(folder, secrets),
    now: () => new Date(clock.now()),
  },
  id,
);
await close();
