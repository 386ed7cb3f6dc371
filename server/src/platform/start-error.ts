/** Why a process can't start, in one line that names the remedy: its reader is the operator, not a developer. */
export class StartError extends Error {
  constructor(message: string) {
    super(`Sarraf can't start: ${message}`);
    this.name = 'StartError';
  }
}
