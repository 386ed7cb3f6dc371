import { randomInt, randomUUID } from 'node:crypto';
import type { ProviderScenario } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Texter } from '../messaging/ports.ts';
import type { Db } from '../platform/database/database.ts';
import type {
  IdentityProvider,
  IdentitySubject,
  Ownership,
  ProviderErrorCode,
  ProviderFinding,
} from '../verification/ports.ts';

export interface SandboxIdentity {
  provider: IdentityProvider;
  chooseScenario(userId: string, scenario: ProviderScenario): Promise<void>;
}

const CODE_FAULTS: Partial<Record<ProviderScenario, ProviderErrorCode>> = {
  WRONG_OTP: 'WRONG_CODE',
  USED_OTP: 'USED_CODE',
  NATIONAL_CODE_INVALID: 'NATIONAL_CODE_INVALID',
  MOBILE_INVALID: 'MOBILE_INVALID',
};
const OTHER_PERSON_NAME = 'علی محمدی';

/**
 * Simulator of Finnotech: its codes go to the outbox, and it returns the chosen scenario for a person, initially
 * that everything matches. Its state is in its own tables, so that a code survives a restart.
 */
export function createSandboxIdentity({
  db,
  texter,
}: {
  db: Db;
  texter: Pick<Texter, 'send'>;
}): SandboxIdentity {
  /** Rejects if the person chose an outage. */
  async function readScenario({ userId }: IdentitySubject): Promise<ProviderScenario> {
    const { rows } = await sql<{ scenario: ProviderScenario }>`select scenario from sandbox_identity_scenarios
      where user_id = ${userId}`.execute(db);
    const scenario = rows[0]?.scenario ?? 'MATCH';
    if (scenario === 'UNAVAILABLE') throw new Error('the sandbox identity provider is down');
    return scenario;
  }

  async function sendConsentCode(subject: IdentitySubject) {
    await readScenario(subject);
    const reference = randomUUID();
    const code = randomInt(100_000).toString().padStart(5, '0');
    await sql`insert into sandbox_identity_codes (reference, user_id, code)
      values (${reference}, ${subject.userId}, ${code})`.execute(db);
    const text = `کد تأیید هویت: ${code}`;
    await texter.send({ to: subject.mobile, text, code });
    return { reference };
  }

  async function confirmConsent(subject: IdentitySubject, reference: string, code: string) {
    const errorCode = CODE_FAULTS[await readScenario(subject)];
    if (errorCode) return { errorCode };
    const { rows } = await sql<{ code: string; used: boolean }>`select code, used from sandbox_identity_codes
      where reference = ${reference} and user_id = ${subject.userId}`.execute(db);
    if (rows[0]?.code !== code) return { errorCode: 'WRONG_CODE' as const };
    const { numAffectedRows } = await sql`update sandbox_identity_codes set used = true
      where reference = ${reference} and not used`.execute(db);
    return numAffectedRows === 1n ? { token: reference } : { errorCode: 'USED_CODE' as const };
  }

  const matchMobile = async (subject: IdentitySubject): Promise<ProviderFinding> =>
    (await readScenario(subject)) === 'MOBILE_MISMATCH'
      ? { outcome: 'MISMATCH', detail: '', errorCode: 'MOBILE_MISMATCH' }
      : { outcome: 'MATCH', detail: '', errorCode: null };

  const matchIdentity = async (subject: IdentitySubject): Promise<ProviderFinding> =>
    (await readScenario(subject)) === 'NO_RECORD'
      ? { outcome: 'NO_RECORD', detail: '', errorCode: 'NO_RECORD' }
      : { outcome: 'MATCH', detail: '', errorCode: null };

  async function findOwnership(subject: IdentitySubject): Promise<Ownership> {
    const ownName = `${subject.firstName} ${subject.lastName}`;
    const owners = [(await readScenario(subject)) === 'BANK_MISMATCH' ? OTHER_PERSON_NAME : ownName];
    return { found: true, owners, active: true, sheba: null };
  }

  return {
    provider: {
      name: 'SANDBOX',
      sendConsentCode,
      confirmConsent,
      matchMobile,
      matchIdentity,
      findCardOwner: findOwnership,
      findShebaOwner: findOwnership,
    },
    async chooseScenario(userId, scenario) {
      await sql`insert into sandbox_identity_scenarios (user_id, scenario) values (${userId}, ${scenario})
        on conflict (user_id) do update set scenario = excluded.scenario`.execute(db);
    },
  };
}
