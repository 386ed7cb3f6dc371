import { useEffect, useRef, useState } from 'react';
import { usePasskeyErrorText } from '../../access/use-passkey-words.ts';
import { stopOffering } from '../../lib/browser/passkey.ts';
import { enterByOfferedPasskey, enterByPasskey } from './calls.ts';
import { useIsMounted } from './use-alive.ts';

/** Renewed before the challenge's validity of five minutes ends. */
const OFFER_MS = 4 * 60_000;

/**
 * Signs in with a passkey and then leaves this screen. Without `email` the browser also offers passkeys among the
 * suggestions of the e-mail field.
 */
export function usePasskeyEntry(given: { email?: string; remember: boolean }) {
  const { words, waiting } = usePasskeyErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const alive = useIsMounted();
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
  useOffer(given, {
    begin: () => {
      setBusy(true);
      setProblem(null);
    },
    fail: (error) => {
      setBusy(false);
      setProblem(words(error));
    },
  });
  return { busy, problem, waiting, enter };
}

interface Offer {
  begin(): void;
  fail(error: unknown): void;
}

/** Offers passkeys while mounted, with a new challenge every few minutes, until the person starts another request. */
function useOffer({ email, remember }: { email?: string; remember: boolean }, told: Offer): void {
  const now = useRef({ remember, told });
  now.current = { remember, told };
  const offers = email === undefined;
  useEffect(() => {
    if (!offers) return;
    let left = false;
    const offer = () => {
      const chosen = () => {
        now.current.told.begin();
        return now.current.remember;
      };
      enterByOfferedPasskey(() => left, chosen).catch((error: unknown) => {
        if (!left) now.current.told.fail(error);
      });
    };
    offer();
    const again = setInterval(offer, OFFER_MS);
    return () => {
      left = true;
      clearInterval(again);
      stopOffering();
    };
  }, [offers]);
}
