import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';

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

export function createTerminal(): Terminal {
  const isScreen = Boolean(stdin.isTTY && stdout.isTTY);
  const lines = createInterface({
    input: stdin,
    ...(isScreen && { output: stdout }),
    terminal: isScreen,
    historySize: 0,
  });
  // From a pipe several lines come at once, some before they are asked for.
  const typed = lines[Symbol.asyncIterator]();
  let isPage = false;
  const closePage = () => {
    if (isPage) stdout.write(CLOSE_PAGE);
    isPage = false;
  };
  lines.on('SIGINT', () => {
    closePage();
    process.exit(130);
  });

  return {
    async ask(prompt) {
      if (isScreen) {
        lines.setPrompt(prompt);
        lines.prompt();
      } else stdout.write(`${prompt}\n`);
      const { value, done } = await typed.next();
      return done ? null : value;
    },
    say: (line) => void stdout.write(`${line}\n`),
    async page(work) {
      if (isScreen) {
        stdout.write(OPEN_PAGE);
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
