import type { ProvedChange } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';

/**
 * Confirming the session: the server refuses what matters most (CONFIRMATION_NEEDED) until the person has proven
 * password and code once more, for what protects the account each time. One question at a time, however many calls wait for its answer.
 */
export interface StepUpRequest {
  /** The one change that it is for; undefined: the session as such. */
  change: ProvedChange | undefined;
  /** True once the session holds its new token. */
  answer: (confirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let question: StepUpRequest | null = null;
let answered: Promise<boolean> | null = null;
let replacement: Promise<unknown> | null = null;

/** Asks the person. False when they would rather not, or nobody is there to ask them. */
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

/** The dialog's question, or null. */
export const useStepUpRequest = (): StepUpRequest | null =>
  useSyncExternalStore(subscribeToStepUp, currentQuestion, () => null);

export const currentQuestion = (): StepUpRequest | null => question;

export function subscribeToStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While the old token dies and the new one is on its way, a refusal of the old one says nothing yet. */
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
