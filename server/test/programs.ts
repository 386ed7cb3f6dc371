/** Paths of the product's programs that tests start. */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A whole run has bundled those that it starts often into one file each (scripts/bundle-programs.ts). */
const programTree = (): string => process.env.SARRAF_PROGRAMS ?? ROOT;

/** Returns the path of a program by its path in the tree. */
export const programPath = (path: string): string => join(programTree(), path);
