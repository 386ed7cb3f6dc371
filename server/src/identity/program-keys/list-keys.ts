import { AppError } from '@sarraf/domain';
import type { ownProgramKey, ProgramKey, ReplyOf } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { programKeyDto } from './key-grant.ts';
import { findKeys } from './key-store.ts';

/** Returns the user's keys, newest first; one that was tampered with in the table is invalid and omitted. */
export const listKeys = async (context: IdentityContext, { userId }: Caller): Promise<ProgramKey[]> =>
  (await findKeys(context.db, userId)).flatMap((row) => {
    try {
      return [programKeyDto(context, row)];
    } catch (err) {
      context.log.error({ area: 'identity', event: 'API key tampered', keyId: row.id, err }, 'identity');
      return [];
    }
  });

/** Returns the key of this call. NOT_FOUND: it has none. */
export async function readOwnKey(
  context: IdentityContext,
  { userId, program }: Caller,
): Promise<ReplyOf<typeof ownProgramKey>['baseDTO']> {
  const row = program && (await findKeys(context.db, userId)).find(({ id }) => id === program.id);
  if (!row) throw new AppError('NOT_FOUND');
  return { apiKey: programKeyDto(context, row), level: program.level };
}
