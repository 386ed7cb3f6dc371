import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The standard streams of a command. */
export interface Stdio {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  /** Whether it is a terminal rather than a file or a pipe. */
  isScreen: boolean;
  /** Aborts the command; doesn't return. */
  leave(): void;
}

export const createProcessStdio = (): Stdio => ({
  input: process.stdin,
  output: process.stdout,
  isScreen: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  leave: () => process.exit(130),
});

export const writeLine = ({ output }: Stdio, line: string): void => void output.write(`${line}\n`);

/** Interaction with the person at the terminal. */
export interface Terminal {
  /** Reads one line; null: end of input. */
  ask(prompt: string): Promise<string | null>;
  say(line: string): void;
  /** Runs `work` on a page that is erased from the screen afterwards, without scrollback. */
  showPage<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

// The alternate screen, as editors use it: it has no scrollback.
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
  // `end` isn't emitted again if the input was already consumed.
  const isOver = input.readableEnded;
  // A pipe delivers several lines together, some before they are read.
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
    async showPage(work) {
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
