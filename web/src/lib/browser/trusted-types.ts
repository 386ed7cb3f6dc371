/**
 * What a browser takes as markup or as a script's address comes from here alone: our content policy has it refuse plain
 * text in such places (Trusted Types, w3.org/TR/trusted-types).
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
  // Only for a document that nothing of runs in.
  createHTML: (html) => html,
  createScriptURL(address) {
    if (address !== SERVICE_WORKER) throw new TypeError(`no script of ours: ${address}`);
    return address;
  },
};
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('sarraf', rules) ?? rules;

/** The nodes of a text, in a document of its own: nothing in it runs or is fetched. */
export const parseApart = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body;

export const serviceWorkerAddress = (): string => policy.createScriptURL(SERVICE_WORKER);
