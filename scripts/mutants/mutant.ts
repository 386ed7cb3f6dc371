/** One text of a source file and its replacement; `find` occurs exactly once in it. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A defect inserted into the money code, and the tests that must detect it. */
export interface Mutant extends Edit {
  /** Description of the defect, as a sentence. */
  name: string;
  /** Second change of the defect. */
  also?: Edit;
  /** The smallest test files that should detect it. */
  tests: string[];
  /** Part of the titles of the tests to run, if the whole file would take long. */
  only?: string;
}

export const listEdits = ({ file, find, replace, also }: Mutant): Edit[] => [
  { file, find, replace },
  ...(also ? [also] : []),
];

/** Returns the source with the change made. Throws when the text does not occur exactly once. */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`${file}: ${parts.length - 1} times and not once: ${JSON.stringify(find)}`);
  return parts.join(replace);
}
