/** Why a process can't start, in one line that names what to do: the reader set it up and didn't write it. */
export class StartError extends Error {
  constructor(message: string) {
    super(`Sarraf can't start: ${message}`);
    this.name = 'StartError';
  }
}
