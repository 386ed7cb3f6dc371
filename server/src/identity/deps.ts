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
  /** Of the exchange: an authenticator app shows it beside its codes. */
  names(): Brand['name'];
  /** Unset: nobody can sign in with Google. */
  google?: ExternalSignIn;
  /** In the sandbox, where it stands for Google. */
  sandboxGoogle?: SandboxGoogle;
  /** Unset: strict in production, wide in the sandbox. */
  limits?: Limits;
}

/** What the operations of this folder work with. */
export interface IdentityContext extends IdentityDeps {
  limits: Limits;
  /** What an unknown address is checked against, so that it takes as long as a known one. */
  dummyHash: string;
  now(): Date;
}

/** What the browser says of itself, each empty where it says nothing; never trusted. */
export interface Device {
  osType: string;
  deviceType: string;
  browser: string;
}

/** Who asks, before anybody is signed in. */
export interface BrowserIdentity {
  /** Of the cookie that tells browsers apart; null: it brought none. */
  digest: Buffer | null;
  /** Digest of the challenge that a later step was sent with in place of the cookie; null: none was sent. */
  challenge: Buffer | null;
  /** The challenge that the reply of a first step carries; null in later steps. */
  newChallenge: string | null;
  /** A browser, or what brought a cookie: what it begins, it alone ends. */
  keepsCookies: boolean;
  /** The network that it calls from, as wide as one customer of a provider has it. */
  site: string;
  /** Keyed digest of `site`, as a step remembers it. */
  siteDigest: Buffer;
  /** This call, as it counts against the network address it came from. */
  network: NetworkUse;
}

/** A device and where it called from; kept for the login history. */
export interface LoginOrigin extends Device {
  ip: string;
}

/** Whoever takes a step of signing in or up. */
export interface BrowserLoginOrigin extends LoginOrigin {
  client: BrowserIdentity;
}
