/** Limit of the forms of one statement, above which it can't be checked. */
const MAX_FORMS = 1_024;

/**
 * Enumerates all outcomes of a piece of code: each run queries what to take where the code has a choice, and `next`
 * returns whether another run would take something else. The same key gets the same result within a run.
 */
export class Choices {
  readonly #taken: { key: string; of: number; index: number }[] = [];
  #runs = 1;

  choose(key: string, of: number): number {
    const existingChoice = this.#taken.find((choice) => choice.key === key);
    if (existingChoice) return existingChoice.index;
    this.#taken.push({ key, of, index: 0 });
    return 0;
  }

  next(): boolean {
    for (let last = this.#taken.at(-1); last && last.index + 1 === last.of; last = this.#taken.at(-1))
      this.#taken.pop();
    const last = this.#taken.at(-1);
    if (!last) return false;
    last.index += 1;
    this.#runs += 1;
    if (this.#runs > MAX_FORMS) throw new Error(`more than ${MAX_FORMS} forms`);
    return true;
  }
}
