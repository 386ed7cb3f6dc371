/** Users: identity, authentication, and fee levels. */
import type { Recheck } from '../platform/http/admit.ts';
import type { Authenticate, Http } from '../platform/http/http.ts';
import type { ProgramKeys } from '../platform/http/keys/key-gate.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { addAccessRoutes } from './access-routes.ts';
import { thawJob } from './account/thaw.ts';
import { identityCleanUpJob } from './clean-up.ts';
import { STRICT_LIMITS, WIDE_LIMITS } from './codes/limits.ts';
import type { IdentityContext, IdentityDeps } from './deps.ts';
import { createIntents, type Intents } from './intents.ts';
import { createLevels, type Levels } from './levels.ts';
import { addGoogleRoutes } from './login/google-routes.ts';
import { hashPassword } from './login/passwords.ts';
import { newToken } from './login/tokens.ts';
import { addPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { createPeople, type People } from './people.ts';
import { addProgramKeyRoutes } from './program-keys/key-routes.ts';
import { createKeyUseRecorder } from './program-keys/key-uses.ts';
import { createKeyring } from './program-keys/keyring.ts';
import { addRoutes } from './routes.ts';
import { createAuthenticator } from './sessions/authenticate.ts';
import { addSessionRoutes } from './sessions/session-routes.ts';
import { countUsers, findTraders, type Trader } from './store.ts';

export { mailPhraseOf } from './account/mail-phrase.ts';
export { preferencesOf } from './account/set-preferences.ts';
export { enforceRateLimit } from './codes/count-or-refuse.ts';
export {
  CODE_SECONDS,
  FREEZE_LINK_MS,
  GUESSES_PER_CODE,
  HOLD_MS,
  type Limits,
  type RateLimit,
  RECOVERY_CODES,
  SESSION_LIFE,
  SIGN_UP_MS,
  STRICT_LIMITS,
  THAW_MS,
} from './codes/limits.ts';
export type { IdentityDeps } from './deps.ts';
export type { Intents } from './intents.ts';
export type { Levels } from './levels.ts';
export { hashPassword } from './login/passwords.ts';
export { recipientOf } from './notify-person.ts';
export { MAX_PASSKEYS } from './passkeys/passkey-store.ts';
export type { People } from './people.ts';
export type {
  AccountNotice,
  CodePurpose,
  CodeSender,
  Language,
  Recipient,
  WithdrawalSummary,
} from './ports.ts';
export { changeRole, deleteStaffPasskeys, listStaff } from './staff.ts';
export type { Trader, User, UserFilter } from './store.ts';

export interface Identity {
  /** Returns the user of a token; sessions are cached for up to 5 s. */
  authenticate: Authenticate;
  /** Rechecks a caller admitted by another process; null: their session has ended. */
  recheck: Recheck;
  /** Keys of users' programs. */
  keys: ProgramKeys;
  levels: Levels;
  routes(http: Http): void;
  jobs: Job[];
  /** Number of customers: users without market makers. */
  countUsers(): Promise<number>;
  /** Returns level and inviter of other users, by id; unknown ids are absent. */
  findTraders(ids: readonly string[]): Promise<Map<string, Trader>>;
  people: People;
  intents: Intents;
  /** Writes the pending records of where keys were used. */
  writeUses(): Promise<void>;
  /** Unsubscribes from the bus. */
  stop(): void;
}

/** Creates the capability. Reads the account levels, so the database must be migrated. */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const context: IdentityContext = {
    ...deps,
    limits: deps.limits ?? (deps.config.sandbox ? WIDE_LIMITS : STRICT_LIMITS),
    dummyHash: await hashPassword(newToken(), { from: '', isKnownClient: true }),
    now: () => new Date(deps.clock.now()),
  };
  const levels = await createLevels(context);
  const authenticator = createAuthenticator(context);
  const keyring = createKeyring(context);
  const uses = createKeyUseRecorder(context);
  const recheckCaller: Recheck = (caller) => (caller.program ? keyring : authenticator).recheck(caller);
  const unsubscribers = [authenticator, keyring].flatMap(({ dropUser, dropAll }) => [
    context.bus.subscribe('user', ({ userId }) => dropUser(userId)),
    context.bus.subscribe('missed', dropAll),
  ]);
  return {
    authenticate: authenticator.authenticate,
    recheck: recheckCaller,
    keys: { verify: keyring.verify, recheck: recheckCaller, used: uses.recordUse },
    levels,
    routes(http) {
      addRoutes(http, context, levels);
      addAccessRoutes(http, context);
      addSessionRoutes(http, context);
      addGoogleRoutes(http, context);
      addPasskeyRoutes(http, context);
      addProgramKeyRoutes(http, context);
    },
    jobs: [identityCleanUpJob(context), thawJob(context)],
    countUsers: () => countUsers(context.db),
    findTraders: async (ids) => new Map((await findTraders(context.db, ids)).map((row) => [row.userId, row])),
    people: createPeople(context),
    intents: createIntents(context),
    writeUses: uses.flush,
    stop() {
      for (const stop of unsubscribers) stop();
    },
  };
}
