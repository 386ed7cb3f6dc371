/** USDT/Toman from Wallex, to confirm Nobitex: GET /v1/markets of its API documents. TMN is Toman. */
import { midOf, type PriceSource, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import { field, getJson } from './price-http.ts';

/** The middle of best bid and ask. @throws VendorFailure when there is no USDTTMN. */
export function transformWallex(answer: unknown): SourceTick[] {
  const market = field(field(field(answer, 'result'), 'symbols'), 'USDTTMN');
  const stats = field(market, 'stats');
  if (field(answer, 'success') !== true || stats === undefined)
    throw new VendorFailure('wallex', 0, 'no USDTTMN');
  const price = midOf(field(stats, 'bidPrice'), field(stats, 'askPrice'));
  return [{ coin: 'TETHER', price, change: readChange(field(stats, '24h_ch')) }];
}

/** Every 4 s; the answer is one document for all markets. */
export function createWallex({ url }: { url: string }): PriceSource {
  return {
    name: 'wallex',
    covers: ['TETHER'],
    everyMs: 4_000,
    poll: async (signal) => transformWallex(await getJson('wallex', `${url}/v1/markets`, signal)),
  };
}
