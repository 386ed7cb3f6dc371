import { useEffect, useRef, useState } from 'react';
import { usePasskeyErrorText } from '../../access/use-passkey-error-text.ts';
import { cancelPasskeyOffer } from '../../lib/browser/passkey.ts';
import { signInByOfferedPasskey, signInByPasskey } from './calls.ts';
import { useIsMounted } from './use-alive.ts';

/** Renewed before the challenge's validity of five minutes ends. */
const OFFER_INTERVAL_MS = 4 * 60_000;

/**
 * Signs in with a passkey and then leaves this screen. Without `email` the browser also offers passkeys among the
 * suggestions of the e-mail field.
 */
export function usePasskeySignIn(options: { email?: string; remember: boolean }) {
  const { words, waiting } = usePasskeyErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isMounted = useIsMounted();
  const signIn = () => {
    if (busy || waiting) return;
    setBusy(true);
    setProblem(null);
    signInByPasskey(options).catch((error: unknown) => {
      if (!isMounted.current) return;
      setBusy(false);
      setProblem(words(error));
    });
  };
  usePasskeyOffer(options, {
    onStart: () => {
      setBusy(true);
      setProblem(null);
    },
    onFailure: (error) => {
      setBusy(false);
      setProblem(words(error));
    },
  });
  return { busy, problem, waiting, enter: signIn };
}

interface OfferHandlers {
  onStart(): void;
  onFailure(error: unknown): void;
}

/** Offers passkeys while mounted, with a new challenge every few minutes, until the person starts another request. */
function usePasskeyOffer(
  { email, remember }: { email?: string; remember: boolean },
  handlers: OfferHandlers,
): void {
  const latest = useRef({ remember, handlers });
  latest.current = { remember, handlers };
  const isOffered = email === undefined;
  useEffect(() => {
    if (!isOffered) return;
    let isUnmounted = false;
    const startOffer = () => {
      const handleChosen = () => {
        latest.current.handlers.onStart();
        return latest.current.remember;
      };
      signInByOfferedPasskey(() => isUnmounted, handleChosen).catch((error: unknown) => {
        if (!isUnmounted) latest.current.handlers.onFailure(error);
      });
    };
    startOffer();
    const timer = setInterval(startOffer, OFFER_INTERVAL_MS);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      cancelPasskeyOffer();
    };
  }, [isOffered]);
}
