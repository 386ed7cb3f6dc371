/** Prints the output of concurrent parts one after another: the first as it writes, each later one in its turn. */
export interface OutputTurn {
  say(text: string): void;
  /** Ends the part; the next one may print. */
  end(): void;
}

/** Turns are in the order of the calls. */
export function serializeOutput(write: (text: string) => void): () => OutputTurn {
  const waiting: { texts: string[]; ended: boolean }[] = [];
  const startNext = (): void => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      for (const text of first.texts.splice(0)) write(text);
      if (!first.ended) return;
      waiting.shift();
    }
  };
  return () => {
    const part = { texts: [] as string[], ended: false };
    waiting.push(part);
    return {
      say(text) {
        part.texts.push(text);
        startNext();
      },
      end() {
        part.ended = true;
        startNext();
      },
    };
  };
}
