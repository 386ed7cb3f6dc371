import type { Pausable } from '@sarraf/domain';
import { useMaintenance } from './maintenance.ts';

/** Returns which of these are paused, as far as this page knows: the server decides. Null: none. */
export const usePause = (needs: readonly Pausable[]) =>
  useMaintenance()?.paused.find((pause) =>
    needs.some(({ scope, name }) => scope === pause.scope && name === pause.name),
  ) ?? null;
