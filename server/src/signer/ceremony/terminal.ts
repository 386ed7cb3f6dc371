import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The standard streams of a command: what people type and what is shown to them. */
export interface Stdio {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  /** Not a file or a pipe. */
  isScreen: boolean;
  /** Somebody wants out: it doesn't return. */
  leave(): void;
}

export const processStdio = (): Stdio => ({
  input: process.stdin,
  output: process.stdout,
  isScreen: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  leave: () => process.exit(130),
});

export const writeLine = ({ output }: Stdio, line: string): void => void output.write(`${line}\n`);

/** Where people read and type. */
export interface Terminal {
  /** One line; null: there are no more. */
  ask(prompt: string): Promise<string | null>;
  say(line: string): void;
  /** What is said and typed meanwhile is gone from the screen afterwards, and not to be scrolled back to. */
  page<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

// The screen that editors use: it has no memory of what went over it.
const OPEN_PAGE = '\x1b[?1049h\x1b[2J\x1b[H';
const CLOSE_PAGE = '\x1b[2J\x1b[H\x1b[?1049l';

export function createTerminal(stdio: Stdio): Terminal {
  const { input, output, isScreen } = stdio;
  const lines = createInterface({
    input,
    ...(isScreen && { output }),
    terminal: isScreen,
    historySize: 0,
  });
  // Nobody says so again where what came before has read all there was.
  const isOver = input.readableEnded;
  // From a pipe several lines come at once, some before they are asked for.
  const typed = lines[Symbol.asyncIterator]();
  let isPage = false;
  const closePage = () => {
    if (isPage) output.write(CLOSE_PAGE);
    isPage = false;
  };
  lines.on('SIGINT', () => {
    closePage();
    stdio.leave();
  });

  return {
    async ask(prompt) {
      if (isScreen) {
        lines.setPrompt(prompt);
        lines.prompt();
      } else output.write(`${prompt}\n`);
      if (isOver) return null;
      const { value, done } = await typed.next();
      return done ? null : value;
    },
    say: (line) => writeLine(stdio, line),
    async page(work) {
      if (isScreen) {
        output.write(OPEN_PAGE);
        isPage = true;
      }
      try {
        return await work();
      } finally {
        closePage();
      }
    },
    close: () => lines.close(),
  };
}
