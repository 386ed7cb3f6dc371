import { randomBytes } from 'node:crypto';
import { AppError, HOUR_MS } from '@sarraf/domain';
import type { Caller } from '../../platform/http/http.ts';
import type { CompanyContext } from '../deps.ts';
import { getOrCreateOwnCompany } from '../own-company.ts';
import { auditCompany } from '../save-company.ts';
import { lockWebhook, saveWebhook, type Webhook } from './event-store.ts';
import { SECRET_PREFIX } from './sign-event.ts';

const BYTES = 24;

/** Plain base64, which third-party libraries read. */
export const generateSecret = (): string => SECRET_PREFIX + randomBytes(BYTES).toString('base64');

export const sealSecret = (context: CompanyContext, companyId: string, secret: string): Buffer =>
  context.secrets.encrypt(secret, 'company_webhooks.secret_encrypted', companyId);

/** Returns the secrets that sign now: the current one first, then the previous one until it expires. */
export function listSigningSecrets(context: CompanyContext, companyId: string, webhook: Webhook): string[] {
  const { secretEncrypted, oldSecretEncrypted, oldSecretUntil } = webhook;
  const secret = context.secrets.decrypt(secretEncrypted, 'company_webhooks.secret_encrypted', companyId);
  if (oldSecretEncrypted === null || oldSecretUntil === null || oldSecretUntil <= context.now())
    return [secret];
  return [
    secret,
    context.secrets.decrypt(oldSecretEncrypted, 'company_webhooks.old_secret_encrypted', companyId),
  ];
}

/**
 * Creates a new secret, shown only once. The previous one also signs for this many hours; an older one ends.
 * CONFLICT: no URL is configured.
 */
export async function replaceSecret(
  context: CompanyContext,
  caller: Caller,
  overlapHours: number,
): Promise<{ secret: string; oldSecretUntilDateTime: string | null }> {
  const company = await getOrCreateOwnCompany(context, caller);
  const secret = generateSecret();
  const oldSecretUntil = overlapHours === 0 ? null : new Date(context.clock.now() + overlapHours * HOUR_MS);
  await context.db.transaction().execute(async (tx) => {
    const webhook = await lockWebhook(tx, company.id);
    if (webhook === null) throw new AppError('CONFLICT');
    const [oldSecret = ''] = listSigningSecrets(context, company.id, webhook);
    await saveWebhook(
      tx,
      company.id,
      {
        url: webhook.url,
        secretEncrypted: sealSecret(context, company.id, secret),
        oldSecretEncrypted:
          oldSecretUntil &&
          context.secrets.encrypt(oldSecret, 'company_webhooks.old_secret_encrypted', company.id),
        oldSecretUntil: oldSecretUntil,
      },
      context.now(),
    );
    await auditCompany(context, tx, caller, 'webhook secret replaced');
  });
  return { secret, oldSecretUntilDateTime: oldSecretUntil?.toISOString() ?? null };
}
