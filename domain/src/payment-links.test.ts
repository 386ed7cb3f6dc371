import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from './addresses.ts';
import { ASSETS, type Asset, COINS } from './assets.ts';
import { type CoinOnNetwork, EVM_CHAIN_IDS, findNetwork } from './networks.ts';
import { buildPaymentLink, isPaymentLink, parsePaymentLink } from './payment-links.ts';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BTC = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx';
const SEGWIT = 'BC1QHKFQ3ZAHAQKKZX5MJNAMWJSFPQ2JK7Z00PPGGV';
const BCH = 'qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn';
const XRP = 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ';
const XLM = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const TRX = 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp';
const X_ADDRESS = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';
const LTC = 'LV7LV7Z4bWDEjYkfx9dQo6k6RjGbXsg6hS';
const EGLD = 'erd1a6f6fan035ttsxdmn04ellxdlnwpgyhg0lhx5vjv92v6rc8xw9yq83344f';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('parses codes displayed by wallets', () => {
  test.each<[Asset, string, string, string, string | null]>([
    ['BITCOIN', 'BITCOIN', BTC, BTC, null],
    ['BITCOIN', 'BITCOIN', ` ${BTC} `, BTC, null],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?amount=0.1&label=x`, BTC, null],
    ['BITCOIN', 'BITCOIN', `BITCOIN:${SEGWIT}`, SEGWIT, null],
    ['BITCOIN', 'BITCOIN', `\u200fbitcoin: ${BTC}\u200e`, BTC, null],
    ['BITCOIN', 'BITCOIN', `bitcoin:?bc=${SEGWIT}&lightning=lnbc1x`, SEGWIT, null],
    ['BITCOIN', 'BITCOIN', `btc:${BTC}`, BTC, null],
    ['RIPPLE', 'RIPPLE', `${XRP}?dt=42`, XRP, '42'],
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
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=a=b`, XLM, 'a=b'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=5%`, XLM, '5%'],
    ['RIPPLE', 'RIPPLE', `XRPL:${X_ADDRESS}?DT=12345`, X_ADDRESS, '12345'],
    ['EOS', 'EOS', 'eos:binancecleos?memo=0012', 'binancecleos', '0012'],
    ['TRON', 'TRON', `tron:${TRX}`, TRX, null],
    ['TETHER', 'TRC20', `tron:${TRX}`, TRX, null],
    ['TETHER', 'TRC20', `tron:${TRX}?token=TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t&amount=5`, TRX, null],
    ['BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', `bnb:${EVM}`, EVM, null],
    ['MATIC', 'MATIC', `eip155:137:${EVM}`, EVM, null],
    ['MATIC', 'MATIC', `ethereum:${EVM}?value=1`, EVM, null],
  ])('accepts for %s on %s: %s', (asset, tokenType, text, address, tag) => {
    expect(parsePaymentLink(asset, tokenType, text)).toEqual({ address, tag, error: null });
  });

  test.each<[Asset, string, string, string]>([
    ['BITCOIN', 'BITCOIN', `lightning:lnbc20m1${'q'.repeat(30)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `lnbc20m1pvjluezpp5${'q'.repeat(40)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `LNBC1PVJLUEZPP5${'Q'.repeat(40)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', 'bitcoin:?lightning=lnbc1x', 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?req-somethingyoudontunderstand=50`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?REQ-pop=x`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?req%2Dpop=x`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', `bitcoin:LNBC1PVJLUEZPP5${'Q'.repeat(40)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `lno1${'q'.repeat(40)}`, 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', 'lnurlp://sarraf.test/pay', 'LIGHTNING'],
    ['BITCOIN', 'BITCOIN', `litecoin:${BTC}`, 'NOT_HERE'],
    ['BITCOIN', 'BITCOIN', 'constructor:x', 'NOT_HERE'],
    ['BITCOIN', 'BITCOIN', `bitcoin:${BTC}?label=${'x'.repeat(2048)}`, 'NOT_HERE'],
    ['ETHEREUM', 'ETHEREUM', `ethereum:${EVM}@8453`, 'OTHER_NETWORK'],
    ['ETHEREUM', 'ETHEREUM', `arb1:${EVM}`, 'OTHER_NETWORK'],
    ['TETHER', 'ERC20', `ethereum:${EVM}@1/transfer?address=${EVM}`, 'OTHER_TOKEN'],
    ['TETHER', 'ERC20', `ethereum:${USDT}@56/transfer?address=${EVM}`, 'OTHER_TOKEN'],
    ['TETHER', 'TRC20', `tron:${TRX}?token=TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7`, 'OTHER_TOKEN'],
    ['TETHER', 'ERC20', `ethereum:${USDT}@1/approve?address=${EVM}`, 'REQUIREMENT'],
    ['ETHEREUM', 'ETHEREUM', `ethereum:${EVM}@1?data=0x00`, 'REQUIREMENT'],
    ['RIPPLE', 'RIPPLE', `ripple:${XRP}?dt=1&tag=2`, 'REQUIREMENT'],
    ['RIPPLE', 'RIPPLE', `ripple:${XRP}?dt=1&DT=2`, 'REQUIREMENT'],
    ['RIPPLE', 'RIPPLE', `ripple:${X_ADDRESS}?dt=1`, 'REQUIREMENT'],
    ['RIPPLE', 'RIPPLE', `ripple:${XRP}?dt=4294967296`, 'REQUIREMENT'],
    ['RIPPLE', 'RIPPLE', `ripple:${XRP}?amount=1/USD/${XRP}`, 'OTHER_TOKEN'],
    [
      'STELLAR',
      'STELLAR',
      `web+stellar:pay?destination=${XLM}&asset_code=USDC&asset_issuer=${XLM}`,
      'OTHER_TOKEN',
    ],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&network_passphrase=Test`, 'OTHER_NETWORK'],
    [
      'STELLAR',
      'STELLAR',
      `web+stellar:pay?destination=${XLM}&callback=url%3Ahttps%3A%2F%2Fa.test`,
      'REQUIREMENT',
    ],
    ['STELLAR', 'STELLAR', 'web+stellar:tx?xdr=AAAA', 'REQUIREMENT'],
    ['EOS', 'EOS', 'eos:binancecleos?contract=tethertether', 'OTHER_TOKEN'],
    ['TETHER', 'ERC20', `ethereum:${USDT}@1/transfer`, 'NOT_HERE'],
    ['TETHER', 'ERC20', `ethereum:${USDT}`, 'NOT_HERE'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=x&memo_type=MEMO_ID`, 'REQUIREMENT'],
    ['STELLAR', 'STELLAR', `web+stellar:pay?destination=${XLM}&memo=ab&memo_type=MEMO_HASH`, 'REQUIREMENT'],
    ['BITCOIN', 'BITCOIN', XRP, 'NOT_HERE'],
    ['BITCOIN', 'BITCOIN', 'https://sarraf.test/', 'NOT_HERE'],
    ['BITCOIN', 'TRC20', BTC, 'NOT_HERE'],
  ])('refuses for %s on %s the text %s: %s', (asset, tokenType, text, error) => {
    expect(parsePaymentLink(asset, tokenType, text)).toEqual({ error });
  });
});

describe('suggests the coin and network of a link for another one', () => {
  test.each<[Asset, string, string, Asset, string]>([
    ['ETHEREUM', 'ETHEREUM', `ethereum:${EVM}@56?value=1e17`, 'BINANCE_COIN_BSC', 'BINANCE_COIN_BSC'],
    ['BINANCE_COIN_BSC', 'BINANCE_COIN_BSC', `ethereum:${EVM}@1`, 'ETHEREUM', 'ETHEREUM'],
    ['BITCOIN', 'BITCOIN', `litecoin:${LTC}`, 'LITE_COIN', 'LITE_COIN'],
    ['BITCOIN', 'BITCOIN', `ethereum:${EVM}`, 'ETHEREUM', 'ETHEREUM'],
    ['ETHEREUM', 'ETHEREUM', `ethereum:${USDT}@1/transfer?address=${EVM}`, 'TETHER', 'ERC20'],
    ['TETHER', 'ERC20', `ethereum:${EVM}@1?value=1e18`, 'ETHEREUM', 'ETHEREUM'],
    ['TETHER', 'ERC20', `tron:${TRX}`, 'TETHER', 'TRC20'],
    ['TETHER', 'TRC20', `tron:${TRX}?amount=5`, 'TRON', 'TRON'],
    ['ETHEREUM', 'ETHEREUM', `celo:${EVM}`, 'CELO', 'CELO'],
    ['ETHEREUM', 'ETHEREUM', `bsc:${EVM}`, 'BINANCE_COIN_BSC', 'BINANCE_COIN_BSC'],
    ['ETHEREUM', 'ETHEREUM', `smartchain:${EVM}?amount=1`, 'BINANCE_COIN_BSC', 'BINANCE_COIN_BSC'],
    ['ETHEREUM', 'ETHEREUM', `polygon:${EVM}`, 'MATIC', 'MATIC'],
    ['BITCOIN', 'BITCOIN', `ltc:${LTC}`, 'LITE_COIN', 'LITE_COIN'],
    ['TETHER', 'ERC20', `trx:${TRX}`, 'TETHER', 'TRC20'],
  ])('for %s on %s, the text %s suggests %s on %s', (asset, tokenType, text, other, network) => {
    const address = [EVM, TRX, LTC].find((one) => text.replace(USDT, '').includes(one));
    expect(parsePaymentLink(asset, tokenType, text)).toEqual({
      error: 'OTHER',
      target: { asset: other, tokenType: network, address, tag: null },
    });
  });

  test('names the coin and network of a link with its tag', () => {
    expect(parsePaymentLink('BITCOIN', 'BITCOIN', `xrpl:${XRP}?dt=7`)).toEqual({
      error: 'OTHER',
      target: { asset: 'RIPPLE', tokenType: 'RIPPLE', address: XRP, tag: '7' },
    });
  });
});

describe("additional parameters of a network's link", () => {
  const networks = COINS.flatMap((asset) =>
    ASSETS[asset].networks.flatMap(({ tokenType }) => findNetwork(asset, tokenType) ?? []),
  );
  const links = fc
    .record({
      own: fc.constantFrom(...networks),
      form: fc.constantFrom(...networks),
      more: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}x$/), fc.stringMatching(/^[a-z=:@/-]{0,8}$/), {
        maxKeys: 3,
      }),
      tag: fc.nat(0xffff_ffff).map(String),
      loud: fc.boolean(),
    })
    .map(({ own, form, more, tag, loud }) => {
      const { base, address, fields } = linkOf(own, tag);
      const query = Object.entries({ ...fields, ...more })
        .map(([name, value]) => `${loud ? name.toUpperCase() : name}=${value}`)
        .join('&');
      const link = `${base}${query === '' ? '' : `?${query}`}`;
      const tagged = ['RIPPLE', 'STELLAR', 'EOS'].includes(own.chain) ? tag : null;
      return { own, form, address, tag: tagged, link, query };
    });

  test('its own form parses address and tag, every other one refuses it or names its coin and network', () => {
    fc.assert(
      fc.property(links, ({ own, form, address, tag, link }) => {
        expect(isPaymentLink(link)).toBe(true);
        expect(parsePaymentLink(own.asset, own.tokenType, link)).toEqual({ address, tag, error: null });
        const read = parsePaymentLink(form.asset, form.tokenType, link);
        if (read.error === 'OTHER') {
          expect(read.target).toEqual({ asset: own.asset, tokenType: own.tokenType, address, tag });
          expect([form.asset, form.tokenType]).not.toEqual([own.asset, own.tokenType]);
        } else expect([form.asset, form.tokenType, read.error]).toEqual([own.asset, own.tokenType, null]);
      }),
      { numRuns: 500 },
    );
  });

  test('an unknown requirement is refused in every form', () => {
    fc.assert(
      fc.property(links, fc.stringMatching(/^[a-z]{1,8}$/), ({ form, link, query }, name) => {
        const required = `${link}${query === '' ? '?' : '&'}Req-${name}=1`;
        expect(parsePaymentLink(form.asset, form.tokenType, required)).toEqual({ error: 'REQUIREMENT' });
      }),
    );
  });

  test('no text crashes the parser, and a parsed one is an address of its network', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .tuple(
          fc.constantFrom('bitcoin', 'ethereum', 'xrpl', 'stellar', 'tron', 'eos', 'constructor'),
          fc.string(),
        )
        .map(([scheme, rest]) => `${scheme}:${rest}`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...networks), texts, ({ asset, tokenType }, text) => {
        const read = parsePaymentLink(asset, tokenType, text);
        if (read.error === null) expect(parseAddress(asset, tokenType, read.address)).not.toBeNull();
      }),
    );
  });

  /** Returns a link for exactly this coin, as wallets write it. */
  function linkOf({ asset, tokenType, chain }: CoinOnNetwork, tag: string) {
    const utxo: Record<string, [string, string]> = {
      BITCOIN: ['bitcoin', BTC],
      LITE_COIN: ['litecoin', LTC],
      DOGE_COIN: ['dogecoin', 'DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy'],
      DASH: ['dash', 'XsyCV5yojxF4y3bYeEiVYqarvRgsWFELZL'],
      BITCOIN_CASH: ['bitcoincash', BCH],
    };
    const of = (base: string, address: string, fields: Record<string, string> = {}) => ({
      base,
      address,
      fields,
    });
    const [scheme, place] = utxo[chain] ?? [];
    if (scheme !== undefined && place !== undefined) return of(`${scheme}:${place}`, place, { amount: '1' });
    if (tokenType === 'ERC20') return of(`ethereum:${USDT}@1/transfer`, EVM, { address: EVM, uint256: '1' });
    if (tokenType === 'TRC20') return of(`tron:${TRX}`, TRX, { token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    const id = EVM_CHAIN_IDS[chain];
    if (id !== undefined) return of(`ethereum:${EVM}@${id}`, EVM, { value: '1e17' });
    switch (chain) {
      case 'TRON':
        return of(`tron:${TRX}`, TRX, { amount: '1' });
      case 'RIPPLE':
        return of(`xrpl:${XRP}`, XRP, { dt: tag });
      case 'STELLAR':
        return of('web+stellar:pay', XLM, { destination: XLM, memo: tag, memo_type: 'MEMO_ID' });
      case 'EOS':
        return of('eos:binancecleos', 'binancecleos', { memo: tag });
      case 'ELROND':
        return of(`multiversx:${EGLD}`, EGLD);
      default:
        throw new Error(`no link of ${asset}`);
    }
  }
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
    expect(buildPaymentLink(asset, tokenType, { address, tag })).toBe(link);
    if (link !== null)
      expect(parsePaymentLink(asset, tokenType, link)).toEqual({ address, tag, error: null });
  });

  test('names its own network, so that no other accepts it', () => {
    const networks = COINS.flatMap((asset) =>
      ASSETS[asset].networks.map(({ tokenType }) => ({ asset, tokenType })),
    );
    const evm = networks.filter(({ asset, tokenType }) =>
      buildPaymentLink(asset, tokenType, { address: EVM, tag: null })?.startsWith('ethereum:'),
    );
    expect(evm).toHaveLength(6);
    for (const own of evm)
      for (const other of evm) {
        const read = parsePaymentLink(
          other.asset,
          other.tokenType,
          buildPaymentLink(own.asset, own.tokenType, { address: EVM, tag: null }) ?? '',
        );
        // Only Tether's link names its own contract; the link for ether is an address of the same network.
        const same = own === other || (own.tokenType === 'ETHEREUM' && other.tokenType === 'ERC20');
        expect(read.error === null, `${own.tokenType} by ${other.tokenType}`).toBe(same);
      }
  });
});
