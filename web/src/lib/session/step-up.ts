import type { StepUpChange } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';

/**
 * Step-up confirmation: the server refuses sensitive calls (CONFIRMATION_NEEDED) until the person proves password
 * and code again; for changes of the account's protection, every time. All waiting calls share one dialog.
 */
export interface StepUpRequest {
  /** The one change that it is for; undefined: the whole session. */
  change: StepUpChange | undefined;
  /** True once the session has its new token. */
  respond: (confirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let pendingRequest: StepUpRequest | null = null;
let pendingConfirmation: Promise<boolean> | null = null;
let replacement: Promise<unknown> | null = null;

/** Prompts the person to confirm. False if they decline, or no dialog is mounted. */
export function requestStepUp(change?: StepUpChange): Promise<boolean> {
  if (pendingConfirmation)
    return pendingRequest?.change === change
      ? pendingConfirmation
      : pendingConfirmation.then(() => requestStepUp(change));
  if (listeners.size === 0) return Promise.resolve(false);
  pendingConfirmation = new Promise<boolean>((resolve) => {
    const respond = (confirmed: boolean) => {
      pendingRequest = null;
      pendingConfirmation = null;
      notifyListeners();
      resolve(confirmed);
    };
    pendingRequest = { change, respond: respond };
    notifyListeners();
  });
  return pendingConfirmation;
}

/** Returns the pending request for the dialog, or null. */
export const useStepUpRequest = (): StepUpRequest | null =>
  useSyncExternalStore(subscribeToStepUp, getStepUpRequest, () => null);

export const getStepUpRequest = (): StepUpRequest | null => pendingRequest;

export function subscribeToStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While the token is being replaced, a refusal of the old one is not final. */
export function whileReplacingToken<T>(work: Promise<T>): Promise<T> {
  replacement = work;
  const clearReplacement = () => {
    if (replacement === work) replacement = null;
  };
  work.then(clearReplacement, clearReplacement);
  return work;
}

export const waitForTokenReplacement = (): Promise<unknown> =>
  replacement?.catch(() => undefined) ?? Promise.resolve();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
