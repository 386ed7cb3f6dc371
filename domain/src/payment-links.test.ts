import { describe, expect, test } from 'vitest';
import { ASSETS, type Asset, COINS } from './assets.ts';
import { paymentLink, readPaymentLink } from './payment-links.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BTC = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx';
const SEGWIT = 'BC1QHKFQ3ZAHAQKKZX5MJNAMWJSFPQ2JK7Z00PPGGV';
const BCH = 'qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn';
const XRP = 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ';
const XLM = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const TRX = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('what a wallet shows is read', () => {
  test.each<[Asset, string, string, string, string | null]>([
    ['BITCOIN', 'BITCOIN', BTC, BTC, null],
    ['BITCOIN', 'BITCOIN', ` ${BTC} `, BTC, null],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?amount=0.1&label=x`, BTC, null],
    ['BITCOIN', 'BITCOIN', `BITCOIN:${SEGWIT}`, SEGWIT, null],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?amount=1&lightning=lnbc1x`, BTC, null],
    ['BITCOIN_CASH', 'BITCOIN_CASH', `bitcoincash:${BCH}`, BCH, null],
    ['ETHEREUM', 'ETHEREUM', `ethereum:${EVM}@1?value=1e18`, EVM, null],
    ['ETHEREUM', 'ETHEREUM', `ethereum:pay-${EVM}`, EVM, null],
    ['MATIC', 'MATIC', `ethereum:${EVM}@137`, EVM, null],
    ['TETHER', 'ERC20', `ethereum:${USDT}@1/transfer?address=${EVM}&uint256=1`, EVM, null],
    ['TETHER', 'ERC20', `ethereum:${EVM}`, EVM, null],
    ['RIPPLE', 'RIPPLE', `ripple:${XRP}?dt=42`, XRP, '42'],
    ['RIPPLE', 'RIPPLE', `xrpl:${XRP}?tag=7`, XRP, '7'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=order%207`, XLM, 'order 7'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=12345`, XLM, '12345'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=007&memo_type=MEMO_ID`, XLM, '7'],
    [
      'STELLAR',
      'STELLAR',
      `web+stellar:pay?destination=${XLM}&memo=12345&memo_type=MEMO_TEXT`,
      XLM,
      'text:12345',
    ],
    [
      'STELLAR',
      'STELLAR',
      `web+stellar:pay?destination=${XLM}&memo=%DB%B1&memo_type=MEMO_TEXT`,
      XLM,
      'text:۱',
    ],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=007&memo_type=memo_text`, XLM, '007'],
    ['TRON', 'TRON', `tron:${TRX}`, TRX, null],
  ])('%s on %s: %s', (asset, tokenType, text, address, tag) => {
    expect(readPaymentLink(asset, tokenType, text)).toEqual({ address, tag, fault: null });
  });

  test.each<[Asset, string, string, string]>([
    ['BITCOIN', 'BITCOIN', `lightning:lnbc20m1${'q'.repeat(30)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `lnbc20m1pvjluezpp5${'q'.repeat(40)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `LNBC1PVJLUEZPP5${'Q'.repeat(40)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', 'bitcoin:?lightning=lnbc1x', 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?req-somethingyoudontunderstand=50`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?REQ-pop=x`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', `litecoin:${BTC}`, 'OTHER_NETWORK'],
    ['BITCOIN', 'BITCOIN', `ethereum:${EVM}`, 'OTHER_NETWORK'],
    ['ETHEREUM', 'ETHEREUM', `ethereum:${EVM}@56`, 'OTHER_NETWORK'],
    ['BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', `ethereum:${EVM}@1`, 'OTHER_NETWORK'],
    ['TETHER', 'ERC20', `ethereum:${EVM}@1/transfer?address=${EVM}`, 'OTHER_TOKEN'],
    ['ETHEREUM', 'ETHEREUM', `ethereum:${USDT}@1/transfer?address=${EVM}`, 'OTHER_TOKEN'],
    ['TETHER', 'ERC20', `ethereum:${USDT}@1/approve?address=${EVM}`, 'NOT_HERE'],
    ['TETHER', 'ERC20', `ethereum:${USDT}@1/transfer`, 'NOT_HERE'],
    ['TETHER', 'ERC20', `ethereum:${USDT}`, 'NOT_HERE'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=x&memo_type=MEMO_ID`, 'REQUIREMENT'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=ab&memo_type=MEMO_HASH`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', XRP, 'NOT_HERE'],
    ['BITCOIN', 'BITCOIN', 'https://sarraf.test/', 'NOT_HERE'],
    ['BITCOIN', 'TRC20', BTC, 'NOT_HERE'],
  ])('%s on %s refuses %s: %s', (asset, tokenType, text, fault) => {
    expect(readPaymentLink(asset, tokenType, text)).toEqual({ fault });
  });
});

describe('a link of ours', () => {
  test.each<[Asset, string, string, string | null, string | null]>([
    ['BITCOIN', 'BITCOIN', BTC, null, `bitcoin:${BTC}`],
    ['BITCOIN_CASH', 'BITCOIN_CASH', BCH, null, `bitcoincash:${BCH}`],
    ['ETHEREUM', 'ETHEREUM', EVM, null, `ethereum:${EVM}@1`],
    ['BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', EVM, null, `ethereum:${EVM}@56`],
    ['TETHER', 'ERC20', EVM, null, `ethereum:${USDT}@1/transfer?address=${EVM}`],
    ['RIPPLE', 'RIPPLE', XRP, '100001', `ripple:${XRP}?dt=100001`],
    ['STELLAR', 'STELLAR', XLM, '100001', `web+stellar:pay?destination=${XLM}&memo=100001&memo_type=MEMO_ID`],
    ['STELLAR', 'STELLAR', XLM, '007', `web+stellar:pay?destination=${XLM}&memo=007&memo_type=MEMO_TEXT`],
    ['STELLAR', 'STELLAR', XLM, 'text:7', `web+stellar:pay?destination=${XLM}&memo=7&memo_type=MEMO_TEXT`],
    ['STELLAR', 'STELLAR', XLM, 'a b', `web+stellar:pay?destination=${XLM}&memo=a%20b&memo_type=MEMO_TEXT`],
    ['TRON', 'TRON', TRX, null, null],
    ['TETHER', 'TRC20', TRX, null, null],
  ])('%s on %s', (asset, tokenType, address, tag, link) => {
    expect(paymentLink(asset, tokenType, { address, tag })).toBe(link);
    if (link !== null) expect(readPaymentLink(asset, tokenType, link)).toEqual({ address, tag, fault: null });
  });

  test('names its own network, so that no other reads it', () => {
    const networks = COINS.flatMap((asset) =>
      ASSETS[asset].networks.map(({ tokenType }) => ({ asset, tokenType })),
    );
    const evm = networks.filter(({ asset, tokenType }) =>
      paymentLink(asset, tokenType, { address: EVM, tag: null })?.startsWith('ethereum:'),
    );
    expect(evm).toHaveLength(6);
    for (const own of evm)
      for (const other of evm) {
        const read = readPaymentLink(
          other.asset,
          other.tokenType,
          paymentLink(own.asset, own.tokenType, { address: EVM, tag: null }) ?? '',
        );
        // Tether's own contract alone is asked for by its link; the link of ether is an address of the same network.
        const same = own === other || (own.tokenType === 'ETHEREUM' && other.tokenType === 'ERC20');
        expect(read.fault === null, `${own.tokenType} by ${other.tokenType}`).toBe(same);
      }
  });
});
