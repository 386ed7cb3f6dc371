import type { IdentityContext } from '../deps.ts';

/** The site that passkeys belong to, and its address, whose pages alone may ask for them. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/**
 * Of PUBLIC_URL, and never of what a request says. Passkeys belong to names, which a network address is not: a sandbox on
 * this machine's own address is known as localhost.
 */
export function relyingPartyOf({ config, names }: Pick<IdentityContext, 'config' | 'names'>): RelyingParty {
  const url = new URL(config.PUBLIC_URL);
  if (config.sandbox && (url.hostname === '127.0.0.1' || url.hostname === '[::1]'))
    url.hostname = 'localhost';
  return { id: url.hostname, name: names().en, origin: url.origin };
}
