import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { StartError } from '../start-error.ts';

/** @throws StartError if PORT and HOST can't be listened on. */
export async function checkPort(config: Pick<Config, 'PORT' | 'HOST'>): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(config.PORT, config.HOST), 'listening');
  } catch (error) {
    throw toPortError(error, config);
  }
  server.close();
  await once(server, 'close');
}

/** Explains a failed `listen` to the operator; `prefix`: of the settings' names. */
export function toPortError(
  error: unknown,
  { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>,
  prefix: '' | 'METRICS_' = '',
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `${prefix}PORT: something listens on port ${PORT} of ${HOST} already. Stop it, or set another ${prefix}PORT.`,
      );
    case 'EACCES':
      return new StartError(
        `${prefix}PORT: this user may not listen on port ${PORT}. Set one above 1023, behind a proxy.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${prefix}HOST: ${HOST} is not an address of this machine. Set one that is, or 0.0.0.0 for all.`,
      );
    default:
      return error;
  }
}
