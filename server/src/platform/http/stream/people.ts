import { AppError } from '@sarraf/domain';
import type { ServerMessage } from '@sarraf/domain/contracts';
import type { Bus, RemoteSubscription } from '../../bus/bus.ts';
import { type Caller, refuseAddressOf } from '../admit.ts';
import type { Authenticate } from '../http.ts';
import type { KeyCredentials, KeyGate } from '../keys/key-gate.ts';
import { API_PREFIX } from '../own-calls.ts';
import type { StreamClient } from './client.ts';

/** Streams of one person: windows and programs, but not all that there is room for. */
export const MAX_OF_PERSON = 100;
/** What a program signs to sign a connection in. */
export const STREAM_PATH = `${API_PREFIX}/stream`;

type Credentials = KeyCredentials | { token: string };

/** A signed-in person's connections and the numbering of their own channels. */
interface Person {
  readonly clients: Set<StreamClient>;
  readonly seqs: Map<string, number>;
  /** What other processes publish for them is heard here as long as they are. */
  readonly following: RemoteSubscription;
}

interface Deps {
  authenticate: Authenticate;
  gate: KeyGate;
  bus: Pick<Bus, 'follow'>;
}

/** Who is signed in by which connections. */
export class StreamPeople {
  readonly #deps: Deps;
  readonly #people = new Map<string, Person>();
  /** Counts those whose streams were ended. */
  #drops = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The person's connections that read a channel. */
  *readersOf(userId: string, channel: string): Iterable<StreamClient> {
    for (const client of this.#people.get(userId)?.clients ?? [])
      if (client.channels.has(channel)) yield client;
  }

  /** The number of the last message of a channel of theirs that numbers none itself; 0: there was none. */
  seqOf(userId: string, channel: string): number {
    return this.#people.get(userId)?.seqs.get(channel) ?? 0;
  }

  /** The next such number; null: the person isn't here. */
  nextSeq(userId: string, channel: string): number | null {
    const person = this.#people.get(userId);
    if (!person) return null;
    const seq = this.seqOf(userId, channel) + 1;
    person.seqs.set(channel, seq);
    return seq;
  }

  /** Ends the person's streams, for their rights may have changed; whoever still has a good token comes back. */
  drop(userId: string): void {
    this.#drops += 1;
    for (const client of this.#people.get(userId)?.clients ?? []) client.end('SESSION_ENDED');
  }

  dropAll(): void {
    for (const userId of [...this.#people.keys()]) this.drop(userId);
  }

  /** Answers what the connection is to be told; null: it has been closed meanwhile. */
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
    // Whoever reads their state from now on misses nothing after it.
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

  /** Asked again where streams were ended meanwhile: the answer may be of before the end of this very session. */
  async #callerOf(client: StreamClient, credentials: Credentials): Promise<Caller | null> {
    const { authenticate, gate } = this.#deps;
    let drops = this.#drops;
    let caller = await ('token' in credentials
      ? authenticate(credentials.token)
      : gate.signIn(credentials, STREAM_PATH, client.ip));
    while (caller !== null && drops !== this.#drops) {
      drops = this.#drops;
      // What was signed is used up.
      caller = await ('token' in credentials ? authenticate(credentials.token) : gate.recheck(caller));
      if (caller?.program) refuseAddressOf(caller.program, client.ip);
    }
    return caller;
  }
}

const errorsOf = ({ errors }: AppError) => (errors.length > 0 ? { errors } : {});
