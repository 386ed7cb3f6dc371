/** Lets parts that run at the same time be read one after another: the first as it speaks, each later one in its turn. */
export interface Turn {
  say(text: string): void;
  /** The part is over; whoever is next may speak. */
  end(): void;
}

/** Turns come in the order in which they were asked for. */
export function serializeOutput(write: (text: string) => void): () => Turn {
  const waiting: { said: string[]; ended: boolean }[] = [];
  const goOn = (): void => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      for (const text of first.said.splice(0)) write(text);
      if (!first.ended) return;
      waiting.shift();
    }
  };
  return () => {
    const part = { said: [] as string[], ended: false };
    waiting.push(part);
    return {
      say(text) {
        part.said.push(text);
        goOn();
      },
      end() {
        part.ended = true;
        goOn();
      },
    };
  };
}
