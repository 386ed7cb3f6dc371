import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ExternalAttempt, ExternalPerson, ExternalSignIn, SandboxGoogle } from '../identity/ports.ts';

const ISSUER = 'https://google.sandbox';
/** Kept in memory: a user on the page during a restart has to start again. */
const MAX_WAITING = 1_000;

interface PendingSignIn {
  attempt: ExternalAttempt;
  /** Code that the browser brings back, once a person was chosen. */
  code: string | null;
  person: ExternalPerson | null;
}

/** Simulator of Google: the person is chosen on a page, one for each e-mail address. */
export function createSandboxGoogle(publicUrl: string): ExternalSignIn & SandboxGoogle {
  const pendingSignIns = new LRUCache<string, PendingSignIn>({ max: MAX_WAITING });
  return {
    async begin(attempt) {
      pendingSignIns.set(attempt.state, { attempt, code: null, person: null });
      return `${publicUrl}/sandbox/google/${attempt.state}`;
    },
    decide(state, { email, emailVerified }) {
      const entry = pendingSignIns.get(state);
      if (!entry) return null;
      const url = new URL(entry.attempt.redirectUri);
      url.searchParams.set('state', state);
      if (email === null) {
        pendingSignIns.delete(state);
        url.searchParams.set('error', 'access_denied');
        return url.href;
      }
      const code = randomBytes(16).toString('base64url');
      const subject = createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 21);
      entry.code = code;
      entry.person = { issuer: ISSUER, subject, email, emailVerified };
      url.searchParams.set('code', code);
      return url.href;
    },
    async finish({ state, nonce, verifier }, returned) {
      const entry = pendingSignIns.get(state);
      pendingSignIns.delete(state);
      const isSameAttempt = entry?.attempt.nonce === nonce && entry.attempt.verifier === verifier;
      if (!isSameAttempt || entry.person === null || returned.get('code') !== entry.code)
        throw new Error('sandbox google: unknown state or code');
      return entry.person;
    },
  };
}
