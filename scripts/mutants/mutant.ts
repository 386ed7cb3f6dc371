/** One text of a source file and what takes its place; `find` occurs exactly once in it. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A defect that is put into the money code on purpose, and the tests that must notice it. */
export interface Mutant extends Edit {
  /** What is broken, as a sentence. */
  name: string;
  /** A defect that takes two changes. */
  also?: Edit;
  /** The smallest test files that should catch it. */
  tests: string[];
  /** Part of the titles of the tests to run, where the whole file would take long. */
  only?: string;
}

export const editsOf = ({ file, find, replace, also }: Mutant): Edit[] => [
  { file, find, replace },
  ...(also ? [also] : []),
];

/** The source with the change made. Throws when the text is not there exactly once. */
export function mutated(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`${file}: ${parts.length - 1} times and not once: ${JSON.stringify(find)}`);
  return parts.join(replace);
}
