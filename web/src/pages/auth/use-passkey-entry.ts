import { useEffect, useRef, useState } from 'react';
import { usePasskeyErrorText } from '../../access/use-passkey-words.ts';
import { stopOffering } from '../../lib/browser/passkey.ts';
import { enterByOfferedPasskey, enterByPasskey } from './calls.ts';
import { useIsMounted } from './use-alive.ts';

/** A challenge is good for five minutes. */
const OFFER_MS = 4 * 60_000;

/**
 * Signs in with a passkey; once that is done, leaving this screen is under way. Without `email` the browser also offers its
 * passkeys among the suggestions of the address's field.
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

/** Offers passkeys while the screen is there, each few minutes by a new challenge, until the person asks for something else. */
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
