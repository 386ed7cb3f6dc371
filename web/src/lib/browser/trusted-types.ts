/**
 * The only source of markup and script URLs for the browser: our content security policy makes it refuse plain text
 * for them (Trusted Types, w3.org/TR/trusted-types).
 */
interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const SERVICE_WORKER = '/sw.js';

const rules: Policy = {
  // Only for a document in which no script runs.
  createHTML: (html) => html,
  createScriptURL(address) {
    if (address !== SERVICE_WORKER) throw new TypeError(`not a script of this site: ${address}`);
    return address;
  },
};
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('sarraf', rules) ?? rules;

/** Parses a text in a document of its own: nothing in it runs or is fetched. */
export const parseApart = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body;

export const serviceWorkerAddress = (): string => policy.createScriptURL(SERVICE_WORKER);
