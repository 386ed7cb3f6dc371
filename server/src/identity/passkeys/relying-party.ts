import type { IdentityContext } from '../deps.ts';

/** The site that passkeys belong to, and its origin, whose pages alone may request them. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/**
 * Derived from PUBLIC_URL, never from a request. Passkeys are bound to names rather than IP addresses: a sandbox on
 * this machine's own address uses localhost.
 */
export function relyingPartyOf({ config, names }: Pick<IdentityContext, 'config' | 'names'>): RelyingParty {
  const url = new URL(config.PUBLIC_URL);
  if (config.sandbox && (url.hostname === '127.0.0.1' || url.hostname === '[::1]'))
    url.hostname = 'localhost';
  return { id: url.hostname, name: names().en, origin: url.origin };
}
