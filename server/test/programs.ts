/** Where programs of the product are that a test starts. */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A whole run has written those that it starts often as one file each (scripts/bundle-programs.ts). */
const tree = (): string => process.env.SARRAF_PROGRAMS ?? ROOT;

/** By its path in the tree. */
export const programPath = (path: string): string => join(tree(), path);
