import type { StreamClient } from './stream-client.ts';
import { frameOf } from './stream-frame.ts';

/** What a channel starts with when somebody subscribes. */
export type Snapshot = () => unknown;

/** Of an update whose channel numbers its own messages: its number, and that of the message before it. */
export interface Numbered {
  seq: number;
  prev: number;
}

export interface Channel {
  /** null: a channel each signed-in person has of their own. */
  readonly snapshot: Snapshot | null;
  /** The number of what a snapshot shows now; null: the stream counts the updates. */
  readonly number: (() => number) | null;
  /** What is waited for before somebody gets a snapshot; it doesn't fail. */
  readonly prepare: (() => Promise<unknown>) | null;
  readonly readers: Set<StreamClient>;
  seq: number;
  /** The last snapshot as it was sent: good as long as its number is. */
  ready: { seq: number; frame: Buffer } | null;
}

export function snapshotOf(name: string, channel: Channel): Buffer {
  if (channel.number) {
    const seq = channel.number();
    if (channel.ready?.seq !== seq)
      channel.ready = {
        seq,
        frame: frameOf({ channel: name, seq, type: 'snapshot', data: channel.snapshot?.() }),
      };
    return channel.ready.frame;
  }
  // First, for to look may be to publish.
  const data = channel.snapshot?.();
  if (channel.ready?.seq !== channel.seq)
    channel.ready = {
      seq: channel.seq,
      frame: frameOf({ channel: name, seq: channel.seq, type: 'snapshot', data }),
    };
  return channel.ready.frame;
}
