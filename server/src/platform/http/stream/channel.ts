import type { StreamClient } from './client.ts';
import { encodeFrame } from './frame.ts';

/** Initial message of a channel for a new subscriber. */
export type Snapshot = () => unknown;

/** For a channel that numbers its own messages: the number of this one, and of the previous one. */
export interface UpdateSequence {
  seq: number;
  prev: number;
}

/** Initial state of a private channel, and its number; `prev`: it extends what the client already has. */
export interface InitialState {
  seq: number;
  prev?: number;
  data: unknown;
}

/**
 * Source of a private channel. `begin` must call `join` in the very moment at which the initial state is current:
 * messages published from then on come after it. `since`: number of the last message that the client has; null:
 * none.
 */
export interface PrivateChannelSource {
  begin(userId: string, since: number | null, join: (first: InitialState) => void): Promise<void>;
}

/** A message of a channel, for a reader within this process. */
export type ChannelMessage =
  | { type: 'snapshot'; seq: number; data: unknown }
  | { type: 'update'; seq: number; prev?: number; data: unknown };

export type Listener = (message: ChannelMessage) => void;

export interface Channel {
  /** Set if the initial state is more than a number. */
  readonly own?: PrivateChannelSource;
  /** Name of the channel in its messages, if it is a variant of another one. */
  readonly shownAs?: string;
  /** Null: a private channel of each signed-in user. */
  readonly snapshot: Snapshot | null;
  /** Returns the number of the current snapshot; null: the stream counts the updates. */
  readonly number: (() => number) | null;
  /** Awaited before a snapshot is sent; never rejects. */
  readonly prepare: (() => Promise<unknown>) | null;
  readonly readers: Set<StreamClient>;
  readonly listeners: Set<Listener>;
  seq: number;
  /** The last snapshot as sent: valid while its number is current. */
  ready: { seq: number; frame: Buffer } | null;
}

/** Creates a channel without readers. */
export const createChannel = (options: Partial<Omit<Channel, 'readers' | 'listeners'>>): Channel => ({
  snapshot: null,
  number: null,
  prepare: null,
  seq: 0,
  ready: null,
  ...options,
  readers: new Set(),
  listeners: new Set(),
});

export const hasSubscribers = ({ readers, listeners }: Channel): boolean => readers.size + listeners.size > 0;

export function encodeSnapshot(channelName: string, channel: Channel): Buffer {
  const name = channel.shownAs ?? channelName;
  if (channel.number) {
    const seq = channel.number();
    if (channel.ready?.seq !== seq)
      channel.ready = {
        seq,
        frame: encodeFrame({ channel: name, seq, type: 'snapshot', data: channel.snapshot?.() }),
      };
    return channel.ready.frame;
  }
  // Evaluated first, since the snapshot may publish.
  const data = channel.snapshot?.();
  if (channel.ready?.seq !== channel.seq)
    channel.ready = {
      seq: channel.seq,
      frame: encodeFrame({ channel: name, seq: channel.seq, type: 'snapshot', data }),
    };
  return channel.ready.frame;
}
