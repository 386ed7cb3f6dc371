import { AppError, CHAIN_INFO, type Chain, coinsOnChain, isChain, parseAmount } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { SandboxChains, SandboxChainView } from './ports.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Endpoints of the sandbox's chains: faucet, blocks, forks. */
export function addSandboxChainRoutes(http: Http, chains: SandboxChains): void {
  http.route(contract.sandboxChains, async () => ({ ...OK, content: (await chains.overview()).map(shown) }));

  http.route(contract.sandboxFaucet, async ({ params, body }) => {
    const chain = chainOf(params.chain);
    const coin = coinsOnChain(chain).find(({ asset }) => asset === body.relatedCoin);
    if (!coin) throw new AppError('NOT_FOUND');
    const { asset, tokenType } = coin;
    const amount = parseAmount(body.amount, asset);
    const tag = body.tag?.trim() || null;
    const txid = await chains.faucet(chain, { asset, tokenType, address: body.address, tag, amount });
    return { ...OK, baseDTO: { txid } };
  });

  http.route(contract.sandboxBlocks, async ({ params, body }) => ({
    ...OK,
    baseDTO: shown(await chains.makeBlocks(chainOf(params.chain), body.count)),
  }));

  http.route(contract.sandboxReorg, async ({ params, body }) => {
    const view = await chains.reorg(chainOf(params.chain), body.depth, body.drop);
    if (view === null) throw new AppError('CONFLICT');
    return { ...OK, baseDTO: shown(view) };
  });
}

/** NOT_FOUND: no such chain. */
function chainOf(name: string): Chain {
  if (!isChain(name)) throw new AppError('NOT_FOUND');
  return name;
}

const shown = ({ chain, height, waiting }: SandboxChainView): contract.SandboxChain => ({
  chain,
  height,
  waiting,
  coins: coinsOnChain(chain).map(({ asset, tokenType }) => ({ relatedCoin: asset, tokenType })),
  needsTag: CHAIN_INFO[chain].oneAccount,
});
