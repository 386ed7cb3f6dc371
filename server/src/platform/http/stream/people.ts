import { AppError } from '@sarraf/domain';
import type { ServerMessage } from '@sarraf/domain/contracts';
import type { Bus, RemoteSubscription } from '../../bus/bus.ts';
import { type Caller, refuseAddressOf } from '../admit.ts';
import type { Authenticate } from '../http.ts';
import type { KeyCredentials, KeyGate } from '../keys/key-gate.ts';
import { API_PREFIX } from '../own-calls.ts';
import type { StreamClient } from './client.ts';

/** Maximum streams of one user: windows and programs, but not the whole capacity. */
export const MAX_OF_PERSON = 100;
/** Path that a program signs to authenticate a connection. */
export const STREAM_PATH = `${API_PREFIX}/stream`;

type Credentials = KeyCredentials | { token: string };

/** A signed-in user's connections, and the numbers of their private channels. */
interface Person {
  readonly clients: Set<StreamClient>;
  readonly seqs: Map<string, number>;
  /** Subscription to what other processes publish for the user, while they are connected. */
  readonly following: RemoteSubscription;
}

interface Deps {
  authenticate: Authenticate;
  gate: KeyGate;
  bus: Pick<Bus, 'follow'>;
}

/** Signed-in users and their connections. */
export class StreamPeople {
  readonly #deps: Deps;
  readonly #people = new Map<string, Person>();
  /** Number of times that a user's streams were ended. */
  #drops = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the user's connections that read a channel. */
  *readersOf(userId: string, channel: string): Iterable<StreamClient> {
    for (const client of this.#people.get(userId)?.clients ?? [])
      if (client.channels.has(channel)) yield client;
  }

  /** Returns the number of the last message of a private channel that has no numbers of its own; 0: there was none. */
  seqOf(userId: string, channel: string): number {
    return this.#people.get(userId)?.seqs.get(channel) ?? 0;
  }

  /** Returns the next such number; null: the user isn't connected. */
  nextSeq(userId: string, channel: string): number | null {
    const person = this.#people.get(userId);
    if (!person) return null;
    const seq = this.seqOf(userId, channel) + 1;
    person.seqs.set(channel, seq);
    return seq;
  }

  /** Ends the user's streams, because their rights may have changed; clients with a valid token reconnect. */
  drop(userId: string): void {
    this.#drops += 1;
    for (const client of this.#people.get(userId)?.clients ?? []) client.end('SESSION_ENDED');
  }

  dropAll(): void {
    for (const userId of [...this.#people.keys()]) this.drop(userId);
  }

  /** Returns the message to send to the connection; null: it has been closed in the meantime. */
  async signIn(client: StreamClient, credentials: Credentials): Promise<ServerMessage | null> {
    const caller = await this.#callerOf(client, credentials).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (!client.isOpen) return null;
    if (caller === null || caller instanceof AppError) {
      const message = caller?.code ?? ('token' in credentials ? 'Invalid Token' : 'API_KEY_REFUSED');
      return { op: 'error', message, ...(caller && errorsOf(caller)) };
    }
    const known = this.#people.get(caller.userId);
    if (known && known.clients.size >= MAX_OF_PERSON && !known.clients.has(client))
      return { op: 'error', message: 'TOO_MANY_REQUESTS' };
    if (client.userId !== caller.userId) this.signOut(client);
    const person = known ?? this.#newPerson(caller.userId);
    client.userId = caller.userId;
    client.endsAt = caller.endsAt;
    this.#people.set(caller.userId, person);
    person.clients.add(client);
    // State that is read from now on has no gap before the next message.
    await person.following.ready;
    return { op: 'authenticated' };
  }

  signOut(client: StreamClient): void {
    if (client.userId === null) return;
    const person = this.#people.get(client.userId);
    person?.clients.delete(client);
    if (person?.clients.size === 0) {
      this.#people.delete(client.userId);
      person.following.stop();
    }
    client.userId = null;
  }

  #newPerson(userId: string): Person {
    return { clients: new Set(), seqs: new Map(), following: this.#deps.bus.follow(`person.${userId}`) };
  }

  /** Repeated if streams were ended in the meantime: the result may predate the end of this very session. */
  async #callerOf(client: StreamClient, credentials: Credentials): Promise<Caller | null> {
    const { authenticate, gate } = this.#deps;
    let drops = this.#drops;
    let caller = await ('token' in credentials
      ? authenticate(credentials.token)
      : gate.signIn(credentials, STREAM_PATH, client.ip));
    while (caller !== null && drops !== this.#drops) {
      drops = this.#drops;
      // The signature has been used up.
      caller = await ('token' in credentials ? authenticate(credentials.token) : gate.recheck(caller));
      if (caller?.program) refuseAddressOf(caller.program, client.ip);
    }
    return caller;
  }
}

const errorsOf = ({ errors }: AppError) => (errors.length > 0 ? { errors } : {});
