import { DAY_MS } from '@sarraf/domain';
import { plainAddress } from '../../platform/address-ranges.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { KeyCaller } from '../../platform/http/keys/key-gate.ts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { freezeLink } from '../account/freeze-link.ts';
import { countryOf } from '../country-of.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { findUser } from '../store.ts';
import { insertKeyAddress, lockKey, trimKeyAddresses, writeUse } from './key-store.ts';

const WRITE_EVERY_MS = 60_000;
/** A first use from an address is recorded sooner. */
const TELL_AFTER_MS = 2_000;
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

export interface KeyUses {
  /** Records a use in the background. */
  note(caller: KeyCaller, ip: string): void;
  /** Writes pending uses. */
  flush(): Promise<void>;
}

/** Records when and from where keys are used, in batches; owners are notified of each new address. */
export function createKeyUses(context: IdentityContext): KeyUses {
  const waiting = new Map<string, Use>();
  const known = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let soon = false;
  let writing: Promise<void> = Promise.resolve();

  function arm(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    soon = false;
    const uses = [...waiting];
    waiting.clear();
    writing = writing.then(() => writeAll(uses));
    return writing;
  }

  async function writeAll(uses: readonly (readonly [string, Use])[]): Promise<void> {
    for (const [id, use] of uses)
      await context.db
        .transaction()
        .execute((tx) => writeOne(context, tx, id, use))
        .catch((err: unknown) => {
          // The next use records it again.
          for (const place of use.places) known.delete(`${id} ${place}`);
          context.log.warn({ area: 'identity', err }, 'failed to record the use of an API key');
        });
  }

  return {
    note({ program: { id }, userId }, address) {
      const ip = plainAddress(address);
      const place = clientNetworkKey(ip);
      const use = waiting.get(id) ?? { userId, at: context.now(), ip, places: new Set<string>() };
      use.at = context.now();
      use.ip = ip;
      if (waiting.size < MAX_STORED) waiting.set(id, use);
      const isNew = !known.has(`${id} ${place}`);
      if (isNew) {
        if (known.size >= MAX_STORED) known.clear();
        known.add(`${id} ${place}`);
        use.places.add(place);
      }
      if (timer === undefined) arm(isNew ? TELL_AFTER_MS : WRITE_EVERY_MS);
      else if (isNew && !soon) arm(TELL_AFTER_MS);
      soon ||= isNew;
    },
    flush,
  };
}

/** Skips a key that was revoked in the meantime: its owner needs no notice. */
async function writeOne(context: IdentityContext, tx: Tx, id: string, use: Use): Promise<void> {
  const row = await lockKey(tx, use.userId, id);
  if (row === null) return;
  await writeUse(tx, id, use);
  for (const place of use.places) {
    if (!(await insertKeyAddress(tx, id, place, use.at))) continue;
    const since = new Date(use.at.getTime() - DAY_MS);
    const today = await trimKeyAddresses(tx, id, MAX_ADDRESSES, since);
    const user = today <= MAX_REPORTED ? await findUser(tx, use.userId) : null;
    if (user === null) continue;
    await context.codeSender.notify(tx, recipientOf(user), {
      kind: 'API_KEY_USED',
      label: row.label,
      address: place,
      country: countryOf(use.ip),
      at: use.at.toISOString(),
      freeze: freezeLink(context, user.id),
    });
  }
}
