import { AppError } from '@sarraf/domain';
import type { ServerMessage } from '@sarraf/domain/contracts';
import type { Bus, RemoteSubscription } from '../../bus/bus.ts';
import { assertAddressAllowed, type Caller } from '../admit.ts';
import type { Authenticate } from '../http.ts';
import type { KeyAuthenticator, KeyCredentials } from '../keys/key-gate.ts';
import { API_PREFIX } from '../own-calls.ts';
import type { StreamClient } from './client.ts';

/** Maximum streams of one user: windows and programs, but not the whole capacity. */
export const MAX_STREAMS_PER_USER = 100;
/** Path that a program signs to authenticate a connection. */
export const STREAM_PATH = `${API_PREFIX}/stream`;

type Credentials = KeyCredentials | { token: string };

/** A signed-in user's connections, and the numbers of their private channels. */
interface ConnectedUser {
  readonly clients: Set<StreamClient>;
  readonly seqs: Map<string, number>;
  /** Subscription to what other processes publish for the user, while they are connected. */
  readonly following: RemoteSubscription;
}

interface Deps {
  authenticate: Authenticate;
  gate: KeyAuthenticator;
  bus: Pick<Bus, 'follow'>;
}

/** Signed-in users and their connections. */
export class StreamUsers {
  readonly #deps: Deps;
  readonly #userById = new Map<string, ConnectedUser>();
  /** Number of times that a user's streams were ended. */
  #disconnectCount = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the user's connections that read a channel. */
  *iterateReaders(userId: string, channel: string): Iterable<StreamClient> {
    for (const client of this.#userById.get(userId)?.clients ?? [])
      if (client.channels.has(channel)) yield client;
  }

  /** Returns the number of the last message of a private channel that has no numbers of its own; 0: there was none. */
  getSeq(userId: string, channel: string): number {
    return this.#userById.get(userId)?.seqs.get(channel) ?? 0;
  }

  /** Returns the next such number; null: the user isn't connected. */
  nextSeq(userId: string, channel: string): number | null {
    const person = this.#userById.get(userId);
    if (!person) return null;
    const seq = this.getSeq(userId, channel) + 1;
    person.seqs.set(channel, seq);
    return seq;
  }

  /** Ends the user's streams, because their rights may have changed; clients with a valid token reconnect. */
  disconnectUser(userId: string): void {
    this.#disconnectCount += 1;
    for (const client of this.#userById.get(userId)?.clients ?? []) client.closeAfterSending('SESSION_ENDED');
  }

  disconnectAll(): void {
    for (const userId of [...this.#userById.keys()]) this.disconnectUser(userId);
  }

  /** Returns the message to send to the connection; null: it has been closed in the meantime. */
  async authenticate(client: StreamClient, credentials: Credentials): Promise<ServerMessage | null> {
    const caller = await this.#authenticateClient(client, credentials).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (!client.isOpen) return null;
    if (caller === null || caller instanceof AppError) {
      const message = caller?.code ?? ('token' in credentials ? 'Invalid Token' : 'API_KEY_REFUSED');
      return { op: 'error', message, ...(caller && toErrorFields(caller)) };
    }
    const cachedUser = this.#userById.get(caller.userId);
    if (cachedUser && cachedUser.clients.size >= MAX_STREAMS_PER_USER && !cachedUser.clients.has(client))
      return { op: 'error', message: 'TOO_MANY_REQUESTS' };
    if (client.userId !== caller.userId) this.signOut(client);
    const person = cachedUser ?? this.#addUser(caller.userId);
    client.userId = caller.userId;
    client.endsAt = caller.endsAt;
    this.#userById.set(caller.userId, person);
    person.clients.add(client);
    // State that is read from now on has no gap before the next message.
    await person.following.ready;
    return { op: 'authenticated' };
  }

  signOut(client: StreamClient): void {
    if (client.userId === null) return;
    const person = this.#userById.get(client.userId);
    person?.clients.delete(client);
    if (person?.clients.size === 0) {
      this.#userById.delete(client.userId);
      person.following.stop();
    }
    client.userId = null;
  }

  #addUser(userId: string): ConnectedUser {
    return { clients: new Set(), seqs: new Map(), following: this.#deps.bus.follow(`person.${userId}`) };
  }

  /** Repeated if streams were ended in the meantime: the result may predate the end of this very session. */
  async #authenticateClient(client: StreamClient, credentials: Credentials): Promise<Caller | null> {
    const { authenticate, gate } = this.#deps;
    let drops = this.#disconnectCount;
    let caller = await ('token' in credentials
      ? authenticate(credentials.token)
      : gate.authenticateStream(credentials, STREAM_PATH, client.ip));
    while (caller !== null && drops !== this.#disconnectCount) {
      drops = this.#disconnectCount;
      // The signature has been used up.
      caller = await ('token' in credentials ? authenticate(credentials.token) : gate.recheck(caller));
      if (caller?.program) assertAddressAllowed(caller.program, client.ip);
    }
    return caller;
  }
}

const toErrorFields = ({ errors }: AppError) => (errors.length > 0 ? { errors } : {});
