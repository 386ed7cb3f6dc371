import type { AssertNotPaused } from '@sarraf/domain';
import type { Brand } from '@sarraf/domain/contracts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { NetworkUse } from '../platform/http/network-limits.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Limits } from './codes/limits.ts';
import type { CodeSender, ExternalSignIn, SandboxGoogle } from './ports.ts';

export interface IdentityDeps {
  db: Db;
  config: Pick<Config, 'sandbox' | 'PUBLIC_URL'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  secrets: Secrets;
  codeSender: CodeSender;
  refusePaused: AssertNotPaused;
  /** Name of the exchange, displayed by authenticator apps. */
  names(): Brand['name'];
  /** Unset: sign-in with Google is disabled. */
  google?: ExternalSignIn;
  /** Stands in for Google in the sandbox. */
  sandboxGoogle?: SandboxGoogle;
  /** Unset: strict in production, wide in the sandbox. */
  limits?: Limits;
}

/** Context of the operations of this folder. */
export interface IdentityContext extends IdentityDeps {
  limits: Limits;
  /** Verified for an unknown address, so that it takes as long as a known one. */
  dummyHash: string;
  now(): Date;
}

/** Device as described by the browser, each field empty if unknown; never trusted. */
export interface Device {
  osType: string;
  deviceType: string;
  browser: string;
}

/** The client, before anybody is signed in. */
export interface BrowserIdentity {
  /** Digest of the cookie that distinguishes browsers; null: none was sent. */
  digest: Buffer | null;
  /** Digest of the challenge sent with a later step instead of the cookie; null: none was sent. */
  challenge: Buffer | null;
  /** The challenge returned by a first step; null in later steps. */
  newChallenge: string | null;
  /** A browser, or a client that sent a cookie: only it can complete what it starts. */
  keepsCookies: boolean;
  /** The client's network, as wide as one customer of a provider has it. */
  site: string;
  /** Keyed digest of `site`, as stored with a step. */
  siteDigest: Buffer;
  /** This call, as counted against its network address. */
  network: NetworkUse;
}

/** A device and its network address, stored in the login history. */
export interface LoginOrigin extends Device {
  ip: string;
}

/** The client that takes a step of signing in or up. */
export interface BrowserLoginOrigin extends LoginOrigin {
  client: BrowserIdentity;
}
