/** The example files that `server/test/examples.system.test.ts` runs, verbatim. */
import binance from '../../../../docs/api/examples/binance.ts?raw';
import logIn from '../../../../docs/api/examples/log-in.ts?raw';
import quickPhp from '../../../../docs/api/examples/quick-start.php?raw';
import quickPy from '../../../../docs/api/examples/quick-start.py?raw';
import quickSh from '../../../../docs/api/examples/quick-start.sh?raw';
import quickTs from '../../../../docs/api/examples/quick-start.ts?raw';
import signPhp from '../../../../docs/api/examples/sign.php?raw';
import signPy from '../../../../docs/api/examples/sign.py?raw';
import signSh from '../../../../docs/api/examples/sign.sh?raw';
import signTs from '../../../../docs/api/examples/sign.ts?raw';
import stream from '../../../../docs/api/examples/stream.ts?raw';
import webhookPhp from '../../../../docs/api/examples/webhook.php?raw';
import webhookPy from '../../../../docs/api/examples/webhook.py?raw';
import webhookTs from '../../../../docs/api/examples/webhook.ts?raw';
import vectors from '../../../../docs/api/signing-vectors.json';
import vectorsUrl from '../../../../docs/api/signing-vectors.json?url';
import type { CodeLanguage } from './code-language.ts';

export type Examples = Partial<Record<CodeLanguage, string>>;

export const QUICK_START: Examples = { sh: quickSh, ts: quickTs, py: quickPy, php: quickPhp };
export const SIGN: Examples = { sh: signSh, ts: signTs, py: signPy, php: signPhp };
export const WEBHOOK: Examples = { ts: webhookTs, py: webhookPy, php: webhookPhp };
export const LOG_IN = logIn;
export const STREAM = stream;
export const BINANCE = binance;
/** The test vector of an order, which has a body. */
export const VECTOR = vectors.vectors.find(
  ({ method }) => method === 'POST',
) as (typeof vectors.vectors)[number];
export const VECTORS_URL = vectorsUrl;
export const VECTORS_NAME = 'signing-vectors.json';

/** Returns the command that runs an example; `where`: the address of the exchange. */
export const getRunCommand = (language: CodeLanguage, siteUrl: string): string => {
  const environment = `SARRAF=${siteUrl} KEY_ID=… PRIVATE_KEY=private.pem`;
  const shared = `SARRAF=${siteUrl} KEY_ID=… SECRET=…`;
  return {
    sh: `${environment} bash quick-start.sh`,
    ts: `${environment} node quick-start.ts`,
    py: `${shared} python3 quick-start.py`,
    php: `${shared} php quick-start.php`,
  }[language];
};
