/** Loaded by an exchange with colours of its own. */
export { buildBrandStyles } from '@sarraf/domain';
