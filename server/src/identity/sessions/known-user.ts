import { AppError } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { findUser, lockUser, type User } from '../store.ts';

/** Returns the user of a session. Invalid Token: gone. */
export async function requireUser(context: IdentityContext, { userId }: Caller): Promise<User> {
  const user = await findUser(context.db, userId);
  if (user === null) throw new AppError('Invalid Token');
  return user;
}

/** Returns the user of a session, locked until the transaction ends. Invalid Token: gone. */
export async function lockSessionUser(tx: Tx, { userId }: Caller): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user === null) throw new AppError('Invalid Token');
  return user;
}
