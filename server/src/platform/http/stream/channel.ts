import type { StreamClient } from './client.ts';
import { frameOf } from './frame.ts';

/** What a channel starts with when somebody subscribes. */
export type Snapshot = () => unknown;

/** Of an update whose channel numbers its own messages: its number, and that of the message before it. */
export interface UpdateSequence {
  seq: number;
  prev: number;
}

/** The beginning of what a person reads of their own, and its number; `prev`: it stands on what they had. */
export interface Beginning {
  seq: number;
  prev?: number;
  data: unknown;
}

/**
 * What a channel of each person is made of. `begin` answers by calling `join` in the very moment at which the beginning is
 * right: what is published from then on comes after it. `since`: the number of the last message they read; null: none.
 */
export interface OwnSource {
  begin(userId: string, since: number | null, join: (first: Beginning) => void): Promise<void>;
}

/** A message of a channel, as a reader within this process hears it. */
export type ChannelMessage =
  | { type: 'snapshot'; seq: number; data: unknown }
  | { type: 'update'; seq: number; prev?: number; data: unknown };

export type Listener = (message: ChannelMessage) => void;

export interface Channel {
  /** Of a channel whose beginning is more than a number; null: any other. */
  readonly own?: OwnSource;
  /** What its messages call it, where that is another channel's name: a form of that one. */
  readonly shownAs?: string;
  /** null: a channel each signed-in person has of their own. */
  readonly snapshot: Snapshot | null;
  /** The number of what a snapshot shows now; null: the stream counts the updates. */
  readonly number: (() => number) | null;
  /** What is waited for before somebody gets a snapshot; it doesn't fail. */
  readonly prepare: (() => Promise<unknown>) | null;
  readonly readers: Set<StreamClient>;
  readonly listeners: Set<Listener>;
  seq: number;
  /** The last snapshot as it was sent: good as long as its number is. */
  ready: { seq: number; frame: Buffer } | null;
}

/** One that nobody reads yet. */
export const newChannel = (of: Partial<Omit<Channel, 'readers' | 'listeners'>>): Channel => ({
  snapshot: null,
  number: null,
  prepare: null,
  seq: 0,
  ready: null,
  ...of,
  readers: new Set(),
  listeners: new Set(),
});

export const isHeard = ({ readers, listeners }: Channel): boolean => readers.size + listeners.size > 0;

export function snapshotOf(of: string, channel: Channel): Buffer {
  const name = channel.shownAs ?? of;
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
