/** A company's store: its settings, settlements, payments, requests, webhooks, and its administration by staff. */

export * from './instructions.ts';
export * from './payments.ts';
export * from './requests.ts';
export * from './settlements.ts';
export { METADATA_LIMITS } from './shared.ts';
export * from './staff.ts';
export * from './store.ts';
export * from './webhooks.ts';
