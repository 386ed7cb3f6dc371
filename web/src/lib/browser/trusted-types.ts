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

const policyRules: Policy = {
  // Only for a document in which no script runs.
  createHTML: (html) => html,
  createScriptURL(address) {
    if (address !== SERVICE_WORKER) throw new TypeError(`not a script of this site: ${address}`);
    return address;
  },
};
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('sarraf', policyRules) ?? policyRules;

/** Parses a text in a document of its own: nothing in it runs or is fetched. */
export const parseHtmlDocument = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body;

export const getServiceWorkerUrl = (): string => policy.createScriptURL(SERVICE_WORKER);
