// `npm start`: builds the web when needed, then serves everything on one port until it is told to stop. In the sandbox
// the signer runs beside it, as a process of its own.

import { keepSigner } from '../server/src/keep-signer.ts';
import { startSarraf } from '../server/src/main.ts';
import { makersOf, startMakers } from '../server/src/makers/index.ts';
import { ConfigError, loadConfig } from '../server/src/platform/config.ts';
import { buildWeb, DIST } from './build-web.ts';

try {
  const config = loadConfig(process.env);
  if (await buildWeb()) process.stdout.write('The web is built.\n');
  const sarraf = await startSarraf(config, {
    webRoot: DIST,
    ...(config.sandbox && { beside: (databaseUrl: string) => keepSigner(config, databaseUrl) }),
  });
  const makers = config.sandbox && config.MARKET_MAKERS === 'on' ? startMakers(makersOf(config)) : null;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const stopped = Promise.resolve(makers?.stop()).then(() => sarraf.stop());
    stopped.then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(`Sarraf is ready at ${sarraf.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
