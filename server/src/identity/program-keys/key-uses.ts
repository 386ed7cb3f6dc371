import { DAY_MS } from '@sarraf/domain';
import { stripIpv4Mapping } from '../../platform/address-ranges.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { KeyCaller } from '../../platform/http/keys/key-gate.ts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { createFreezeLink } from '../account/freeze-link.ts';
import { countryOf } from '../country-of.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { findUser } from '../store.ts';
import { insertKeyAddress, lockKey, saveKeyUse, trimKeyAddresses } from './key-store.ts';

const WRITE_EVERY_MS = 60_000;
/** A first use from an address is recorded sooner. */
const NOTIFY_AFTER_MS = 2_000;
const MAX_ADDRESSES = 100;
/** Maximum notices of new addresses per key and day; further ones are only recorded. */
const MAX_REPORTED = 5;
/** Maximum keys and addresses pending or cached; beyond that, new ones wait for the next minute. */
const MAX_STORED = 50_000;

interface Use {
  userId: string;
  at: Date;
  ip: string;
  /** Addresses not seen in this process before. */
  places: Set<string>;
}

export interface KeyUseRecorder {
  /** Records a use in the background. */
  recordUse(caller: KeyCaller, ip: string): void;
  /** Writes pending uses. */
  flush(): Promise<void>;
}

/** Records when and from where keys are used, in batches; owners are notified of each new address. */
export function createKeyUseRecorder(context: IdentityContext): KeyUseRecorder {
  const pendingUses = new Map<string, Use>();
  const knownAddresses = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isWriteSoon = false;
  let writing: Promise<void> = Promise.resolve();

  function scheduleFlush(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isWriteSoon = false;
    const uses = [...pendingUses];
    pendingUses.clear();
    writing = writing.then(() => writeAll(uses));
    return writing;
  }

  async function writeAll(uses: readonly (readonly [string, Use])[]): Promise<void> {
    for (const [id, use] of uses)
      await context.db
        .transaction()
        .execute((tx) => writeKeyUse(context, tx, id, use))
        .catch((err: unknown) => {
          // The next use records it again.
          for (const network of use.places) knownAddresses.delete(`${id} ${network}`);
          context.log.warn({ area: 'identity', err }, 'failed to record the use of an API key');
        });
  }

  return {
    recordUse({ program: { id }, userId }, address) {
      const ip = stripIpv4Mapping(address);
      const network = clientNetworkKey(ip);
      const use = pendingUses.get(id) ?? { userId, at: context.now(), ip, places: new Set<string>() };
      use.at = context.now();
      use.ip = ip;
      if (pendingUses.size < MAX_STORED) pendingUses.set(id, use);
      const isNew = !knownAddresses.has(`${id} ${network}`);
      if (isNew) {
        if (knownAddresses.size >= MAX_STORED) knownAddresses.clear();
        knownAddresses.add(`${id} ${network}`);
        use.places.add(network);
      }
      if (timer === undefined) scheduleFlush(isNew ? NOTIFY_AFTER_MS : WRITE_EVERY_MS);
      else if (isNew && !isWriteSoon) scheduleFlush(NOTIFY_AFTER_MS);
      isWriteSoon ||= isNew;
    },
    flush,
  };
}

/** Skips a key that was revoked in the meantime: its owner needs no notice. */
async function writeKeyUse(context: IdentityContext, tx: Tx, id: string, use: Use): Promise<void> {
  const row = await lockKey(tx, use.userId, id);
  if (row === null) return;
  await saveKeyUse(tx, id, use);
  for (const network of use.places) {
    if (!(await insertKeyAddress(tx, id, network, use.at))) continue;
    const since = new Date(use.at.getTime() - DAY_MS);
    const addedToday = await trimKeyAddresses(tx, id, MAX_ADDRESSES, since);
    const user = addedToday <= MAX_REPORTED ? await findUser(tx, use.userId) : null;
    if (user === null) continue;
    await context.codeSender.notify(tx, recipientOf(user), {
      kind: 'API_KEY_USED',
      label: row.label,
      address: network,
      country: countryOf(use.ip),
      at: use.at.toISOString(),
      freeze: createFreezeLink(context, user.id),
    });
  }
}
