import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Publication } from './price-lists.ts';
import type { PricePublisher } from './publish-prices.ts';

interface AnnouncerDeps {
  publisher: PricePublisher;
  clock: Clock;
  bus: Bus;
  /** Whether this process's feed sets the prices. */
  leads: () => boolean;
}

export type PriceAnnouncer = ReturnType<typeof createPriceAnnouncer>;

/** Publishes prices to the other processes, or adopts those of the leading one, and streams them to pages. */
export function createPriceAnnouncer({ publisher, clock, bus, leads }: AnnouncerDeps) {
  let stream: Stream | null = null;

  const listsOf = ({ lists: { TOMAN, TETHER } }: Publication) => ({ TOMAN, TETHER });

  function tell(changed: boolean, at: number): void {
    if (!changed) return;
    bus.publish('prices', { at });
    stream?.publish('prices', listsOf(publisher.publication));
  }

  function publish(): void {
    const at = clock.now();
    if (!leads()) return tell(publisher.removeExpired(at), at);
    tell(publisher.publish(at), at);
    // Also when nothing has changed: other processes trust the sheet no longer than its references.
    bus.publish('price_sheet', publisher.createSnapshot(at));
  }

  /** Rebuilds a list whose prices have expired, even if the timer failed. */
  function publication(): Publication {
    if (clock.now() > publisher.publication.validUntil) publish();
    return publisher.publication;
  }

  bus.subscribe('price_sheet', (sheet) => {
    const at = clock.now();
    if (!leads()) tell(publisher.adoptSnapshot(sheet, at), at);
  });

  return {
    publish,
    publication,
    /** Tells pages that rows of coins have changed. */
    tellCoins: () => stream?.publish('coins', { at: clock.now() }),
    openChannels(opened: Stream): void {
      stream = opened;
      opened.openChannel('prices', () => listsOf(publication()));
      opened.openChannel('coins', () => ({ at: clock.now() }));
    },
  };
}
