import type { ProvedChange } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';

/**
 * Step-up confirmation: the server refuses sensitive calls (CONFIRMATION_NEEDED) until the person proves password
 * and code again; for changes of the account's protection, every time. All waiting calls share one dialog.
 */
export interface StepUpRequest {
  /** The one change that it is for; undefined: the whole session. */
  change: ProvedChange | undefined;
  /** True once the session has its new token. */
  answer: (confirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let question: StepUpRequest | null = null;
let answered: Promise<boolean> | null = null;
let replacement: Promise<unknown> | null = null;

/** Prompts the person to confirm. False if they decline, or no dialog is mounted. */
export function requestStepUp(change?: ProvedChange): Promise<boolean> {
  if (answered) return question?.change === change ? answered : answered.then(() => requestStepUp(change));
  if (listeners.size === 0) return Promise.resolve(false);
  answered = new Promise<boolean>((resolve) => {
    const answer = (confirmed: boolean) => {
      question = null;
      answered = null;
      tell();
      resolve(confirmed);
    };
    question = { change, answer };
    tell();
  });
  return answered;
}

/** Returns the pending request for the dialog, or null. */
export const useStepUpRequest = (): StepUpRequest | null =>
  useSyncExternalStore(subscribeToStepUp, currentQuestion, () => null);

export const currentQuestion = (): StepUpRequest | null => question;

export function subscribeToStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While the token is being replaced, a refusal of the old one is not final. */
export function whileReplacingToken<T>(work: Promise<T>): Promise<T> {
  replacement = work;
  const end = () => {
    if (replacement === work) replacement = null;
  };
  work.then(end, end);
  return work;
}

export const waitForTokenReplacement = (): Promise<unknown> =>
  replacement?.catch(() => undefined) ?? Promise.resolve();

function tell(): void {
  for (const listener of listeners) listener();
}
