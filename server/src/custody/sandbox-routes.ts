import { AppError, CHAIN_INFO, type Chain, isChain, listCoinsOnChain, parseAmount } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { SandboxChains, SandboxChainView } from './ports.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Endpoints of the sandbox's chains: faucet, blocks, forks. */
export function addSandboxChainRoutes(http: Http, chains: SandboxChains): void {
  http.route(contract.sandboxChains, async () => ({
    ...OK,
    content: (await chains.readOverview()).map(toChainDto),
  }));

  http.route(contract.sandboxFaucet, async ({ params, body }) => {
    const chain = parseChain(params.chain);
    const coin = listCoinsOnChain(chain).find(({ asset }) => asset === body.relatedCoin);
    if (!coin) throw new AppError('NOT_FOUND');
    const { asset, tokenType } = coin;
    const amount = parseAmount(body.amount, asset);
    const tag = body.tag?.trim() || null;
    const txid = await chains.sendFromFaucet(chain, { asset, tokenType, address: body.address, tag, amount });
    return { ...OK, baseDTO: { txid } };
  });

  http.route(contract.sandboxBlocks, async ({ params, body }) => ({
    ...OK,
    baseDTO: toChainDto(await chains.makeBlocks(parseChain(params.chain), body.count)),
  }));

  http.route(contract.sandboxReorg, async ({ params, body }) => {
    const view = await chains.reorg(parseChain(params.chain), body.depth, body.drop);
    if (view === null) throw new AppError('CONFLICT');
    return { ...OK, baseDTO: toChainDto(view) };
  });
}

/** NOT_FOUND: no such chain. */
function parseChain(name: string): Chain {
  if (!isChain(name)) throw new AppError('NOT_FOUND');
  return name;
}

const toChainDto = ({ chain, height, waiting }: SandboxChainView): contract.SandboxChain => ({
  chain,
  height,
  waiting,
  coins: listCoinsOnChain(chain).map(({ asset, tokenType }) => ({ relatedCoin: asset, tokenType })),
  needsTag: CHAIN_INFO[chain].oneAccount,
});
