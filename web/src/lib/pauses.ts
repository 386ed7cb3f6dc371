import type { Pausable } from '@sarraf/domain';
import { useMaintenance } from './maintenance.ts';

/** What of these is paused now, as far as this page knows: the server judges. Null: nothing. */
export const usePause = (needs: readonly Pausable[]) =>
  useMaintenance()?.paused.find((one) =>
    needs.some(({ scope, name }) => scope === one.scope && name === one.name),
  ) ?? null;
