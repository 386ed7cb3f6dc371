import { useState } from 'react';
import { usePasskeyWords } from '../../access/use-passkey-words.ts';
import { enterByPasskey } from './calls.ts';
import { useAlive } from './use-alive.ts';

/** Signs in with a passkey; once that is done, leaving this screen is under way. */
export function usePasskeyEntry(given: { email?: string; remember: boolean }) {
  const { words, waiting } = usePasskeyWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const alive = useAlive();
  const enter = () => {
    if (busy || waiting) return;
    setBusy(true);
    setProblem(null);
    enterByPasskey(given).catch((error: unknown) => {
      if (!alive.current) return;
      setBusy(false);
      setProblem(words(error));
    });
  };
  return { busy, problem, waiting, enter };
}
