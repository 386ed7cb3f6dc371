/** Deadline from the signal to the exit, whatever hangs: 15 s including npm and the wrapper. */
const TIMEOUT_MS = 14_000;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs `stop` and ends the process at the first SIGTERM, SIGINT or SIGHUP, or when its parent,
 * scripts/with-node.mjs, is gone. Exit code 0; 1 if `stop` throws or takes longer than `patienceMs`. Returns a
 * function that triggers the stop.
 */
export function stopOnSignal(stop: () => Promise<void>, timeoutMs = TIMEOUT_MS): () => void {
  let isStopping = false;
  const beginStop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => exitWithError(`Not everything had stopped after ${timeoutMs / 1000} s.`), timeoutMs);
    stop().then(
      () => process.exit(0),
      (error: Error) => exitWithError(error.stack ?? error.message),
    );
  };
  for (const signal of SIGNALS) process.on(signal, beginStop);
  // A channel exists only if the parent created one.
  process.on('disconnect', beginStop);
  if (process.send && !process.connected) beginStop();
  return beginStop;
}

function exitWithError(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
