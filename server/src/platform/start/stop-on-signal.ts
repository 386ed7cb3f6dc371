/** From the signal to the end, whatever hangs: 15 s with what npm and the wrapper take. */
const PATIENCE_MS = 14_000;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs `stop` and ends the process at the first SIGTERM, SIGINT or SIGHUP, or when scripts/with-node.mjs, which started
 * it, is gone. Exit code 0; 1 when `stop` throws or is not done after `patienceMs`. Answers how to tell it from here.
 */
export function stopOnSignal(stop: () => Promise<void>, patienceMs = PATIENCE_MS): () => void {
  let told = false;
  const end = () => {
    if (told) return;
    told = true;
    setTimeout(() => fail(`Not everything had stopped after ${patienceMs / 1000} s.`), patienceMs);
    stop().then(
      () => process.exit(0),
      (error: Error) => fail(error.stack ?? error.message),
    );
  };
  for (const signal of SIGNALS) process.on(signal, end);
  // There is a channel only to somebody who started us with one.
  process.on('disconnect', end);
  if (process.send && !process.connected) end();
  return end;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
