import type { Pausable } from '@sarraf/domain';
import type { Pause } from '@sarraf/domain/contracts';
import { useMaintenance } from './maintenance.ts';

/** The first of these that is paused now, as far as this page knows: the server judges. Null: none. */
export function usePause(needs: readonly Pausable[]): Pause | null {
  const { paused = [] } = useMaintenance() ?? {};
  for (const { scope, name } of needs) {
    const pause = paused.find((one) => one.scope === scope && one.name === name);
    if (pause) return pause;
  }
  return null;
}
