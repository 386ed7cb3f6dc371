/** A statement has more forms than anybody could read, let alone try. */
const MOST_FORMS = 1_024;

/**
 * Walks through all that a piece of code can come to: each run asks what to take where the code has a choice, and `next`
 * says whether another run would take something else. The same key gets the same answer within a run.
 */
export class Choices {
  readonly #taken: { key: string; of: number; index: number }[] = [];
  #runs = 1;

  choose(key: string, of: number): number {
    const known = this.#taken.find((choice) => choice.key === key);
    if (known) return known.index;
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
    if (this.#runs > MOST_FORMS) throw new Error(`more than ${MOST_FORMS} forms`);
    return true;
  }
}
