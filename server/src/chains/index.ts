import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { createEos } from './eos.ts';
import { createEvm } from './evm.ts';
import { createMultiversx } from './multiversx.ts';
import { createStellar } from './stellar.ts';
import { createTron } from './tron.ts';
import type { Codec, Net } from './types.ts';
import { createUtxo } from './utxo/utxo.ts';
import { createXrpl } from './xrpl.ts';

export * from './types.ts';

/** Contracts other than those of the main nets, by tokenType, for private chains. */
export interface CodecOptions {
  contracts?: Readonly<Partial<Record<string, string>>>;
}

export function codecOf(chain: Chain, net: Net, options: CodecOptions = {}): Codec {
  switch (CHAIN_INFO[chain].family) {
    case 'UTXO':
      return createUtxo(chain, net);
    case 'EVM':
      return createEvm(chain, net, options);
    case 'TRON':
      return createTron(options);
    case 'XRPL':
      return createXrpl(net);
    case 'STELLAR':
      return createStellar(net);
    case 'EOS':
      return createEos(net);
    case 'MULTIVERSX':
      return createMultiversx(net);
  }
}
