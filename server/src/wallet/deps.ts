import type { Asset } from '@sarraf/domain';
import type { PaymentGateway as GatewayName } from '@sarraf/domain/contracts';
import type { Ledger } from '../ledger/index.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { PaymentGateway, SandboxBank } from './ports.ts';

/** A card the bank confirmed as the person's own. */
export interface VerifiedCard {
  id: string;
  masked: string;
  /** 16 digits. */
  number: string;
}

/** What is read of a coin's settings: bounds of Toman deposits, smallest units; absent for other coins. */
interface DepositLimits {
  minDeposit?: bigint;
  maxDepositPerPayment?: bigint;
  /** Per person within 24 hours. */
  maxDepositPerDay?: bigint;
}

export interface WalletDeps {
  db: Db;
  ledger: Ledger;
  config: Pick<Config, 'PUBLIC_URL' | 'SECRET_KEY' | 'sandbox'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  /** The gateways that are switched on. */
  gateways: readonly PaymentGateway[];
  /** Of market's front door. */
  market: {
    /** Toman value of an amount, both in smallest units; null while the asset has no price. */
    tomanValue(asset: Asset, amount: bigint): bigint | null;
    coin(asset: Asset): DepositLimits;
  };
  verifiedCards(userId: string): Promise<VerifiedCard[]>;
  /** Sandbox mode only. */
  sandboxBank?: SandboxBank;
}

export const gatewayOf = (deps: WalletDeps, name: GatewayName): PaymentGateway | undefined =>
  deps.gateways.find((gateway) => gateway.name === name);
