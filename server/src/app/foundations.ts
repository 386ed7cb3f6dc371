import { createBrand } from '../brand/index.ts';
import type { WebhookSender } from '../company/index.ts';
import { createIdentity, type IdentityDeps } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { PriceSource } from '../market/index.ts';
import { createMessaging } from '../messaging/index.ts';
import { createRefusePaused, createServiceRestrictions } from '../operations/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, listSecretKeys } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import { createRuleBook } from '../rules/index.ts';
import { createVolumeReader, createVolumesReader } from '../trading/index.ts';
import type { Checkpoints } from '../watch/index.ts';
import type { CountedMetrics } from './metrics/count-metrics.ts';
import {
  createConfiguredKavenegar,
  createConfiguredSmtp,
  createGoogleSignIn,
  createOutboxInSandbox,
} from './vendors.ts';

/** Dependencies of every capability. */
export interface Infrastructure {
  config: Config;
  clock: Clock;
  log: Log;
  db: Db;
  bus: Bus;
  ledger: Ledger;
  prices: readonly PriceSource[];
  webhooks: WebhookSender;
  checkpoints: Checkpoints;
  /** Whether this process's feed sets the prices; unset: it is the only process. */
  leads?: () => boolean;
  /** Unset: sent messages aren't counted. */
  counted?: CountedMetrics;
}

export type Foundations = Awaited<ReturnType<typeof createFoundations>>;

type FoundationBase = Omit<Infrastructure, 'ledger' | 'prices' | 'webhooks' | 'checkpoints' | 'leads'>;

/** Vendors of the foundations, and how often codes may be sent; tests provide their own. */
type FoundationVendors = Pick<IdentityDeps, 'google' | 'sandboxGoogle' | 'limits'> & {
  outbox: ReturnType<typeof createOutboxInSandbox>;
};
const createFoundationVendors = (base: FoundationBase): FoundationVendors => ({
  outbox: createOutboxInSandbox(base),
  ...createGoogleSignIn(base.config),
});

/** Creates what all other capabilities depend on: identity, messaging, rules, and closures. */
export async function createFoundations(
  base: FoundationBase,
  { outbox, ...edges }: FoundationVendors = createFoundationVendors(base),
) {
  const { config, counted } = base;
  const channels = outbox?.ways ?? {
    mailer: createConfiguredSmtp(config),
    texter: createConfiguredKavenegar(config),
  };
  const secrets = await openSecrets(base.db, listSecretKeys(config));
  const brand = await createBrand(base);
  const getExchangeName = () => brand.getBrand().name;
  const messaging = createMessaging({
    ...base,
    secrets,
    mailer: counted?.mailer(channels.mailer) ?? channels.mailer,
    texter: counted?.texter(channels.texter) ?? channels.texter,
    ...(outbox && { outbox }),
    names: getExchangeName,
  });
  const closures = await createServiceRestrictions(base);
  const refusePaused = createRefusePaused(closures);
  const identity = await createIdentity({
    ...base,
    refusePaused,
    secrets,
    codeSender: messaging.codeSender,
    names: getExchangeName,
    ...edges,
  });
  const emailsOf = async (ids: readonly string[]) => {
    const people = await identity.people.findAll(ids);
    return new Map([...people.values()].map(({ id, email }) => [id, email]));
  };
  const rules = await createRuleBook({ ...base, emailsOf });
  return {
    secrets,
    outbox,
    brand,
    names: getExchangeName,
    messaging,
    identity,
    emailsOf,
    rules,
    closures,
    refusePaused,
    volumeOf: createVolumeReader(base),
    volumesOf: createVolumesReader(base),
  };
}
