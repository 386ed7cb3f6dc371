import { bech32, bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { parseAddress } from './addresses.ts';
import type { Asset } from './assets.ts';
import { parseTag, shortenAddress } from './tags.ts';

const EVM_OK = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const EVM_BAD = '0x9d8a62F656a8d1615C1294fd71e9CFb3E4855A4F';
const TRON_OK = ['TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'];

/** Addresses from the documents of each chain; valid ones are in our normal form unless noted. */
const VECTORS: readonly { asset: Asset; tokenType: string; valid: string[]; invalid: string[] }[] = [
  {
    asset: 'BITCOIN',
    tokenType: 'BITCOIN',
    valid: [
      '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    invalid: [
      'LV7LV7Z4bWDEjYkfx9dQo6k6RjGbXsg6hS',
      'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu',
      'bc1qHKFQ3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv',
    ],
  },
  {
    asset: 'BITCOIN_CASH',
    tokenType: 'BITCOIN_CASH',
    valid: ['qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn'],
    invalid: [
      '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx',
      'bchtest:qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn',
      'bitcoincash:Qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn',
    ],
  },
  {
    asset: 'LITE_COIN',
    tokenType: 'LITE_COIN',
    valid: [
      'LV7LV7Z4bWDEjYkfx9dQo6k6RjGbXsg6hS',
      'MHhghmmCTASDnuwpgsPUNJVPTFaj61GzaG',
      'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu',
    ],
    invalid: [
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8',
    ],
  },
  {
    asset: 'DOGE_COIN',
    tokenType: 'DOGE_COIN',
    valid: ['DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy', 'AETZJzedcmLM2rxCM6VqCGF3YEMUjA3jMw'],
    invalid: ['1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx'],
  },
  {
    asset: 'DASH',
    tokenType: 'DASH',
    valid: ['XsyCV5yojxF4y3bYeEiVYqarvRgsWFELZL', '7eprxeVjKfVgS8p2RNsZ89K72YV61xg4gq'],
    invalid: ['DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy'],
  },
  ...(
    [
      ['ETHEREUM', 'ETHEREUM'],
      ['CLASSIC_ETHEREUM', 'CLASSIC_ETHEREUM'],
      ['BINANCE_COIN_BSC', 'BINANCE_COIN_BSC'],
      ['MATIC', 'MATIC'],
      ['CELO', 'CELO'],
      ['TETHER', 'ERC20'],
    ] as const
  ).map(([asset, tokenType]) => ({
    asset,
    tokenType,
    valid: [EVM_OK],
    invalid: [
      EVM_BAD,
      '0x0000000000000000000000000000000000000000',
      '0x000000000000000000000000000000000000dEaD',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6',
      '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
      '0x471EcE3750Da237f93B8E339c536989b8978a438',
      EVM_OK.slice(2),
    ],
  })),
  {
    asset: 'TRON',
    tokenType: 'TRON',
    valid: TRON_OK,
    invalid: [
      '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    ],
  },
  {
    asset: 'TETHER',
    tokenType: 'TRC20',
    valid: TRON_OK,
    invalid: [EVM_OK, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  },
  {
    asset: 'RIPPLE',
    tokenType: 'RIPPLE',
    valid: ['rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ', 'r36yxStAh7qgTQNHTzjZvXybCTzUFhrfav'],
    invalid: [
      '1Ma2DrB78K7jmAwaomqZNRMCvgQrNjE2QC',
      'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
      'rrrrrrrrrrrrrrrrrrrrBZbvji',
    ],
  },
  {
    asset: 'STELLAR',
    tokenType: 'STELLAR',
    valid: [
      'GDXJHJHWN6GRNOAZXON6XH74ZX6NYFAS5B7642RSJQVJTIPA4ZYUQLEB',
      'GAB6EDWGWSRZUYUYCWXAFQFBHE5ZEJPDXCIMVZC3LH2C7IU35FTI2NOQ',
    ],
    // A contract, a secret seed's letter, and the account without a key.
    invalid: [
      'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA',
      `S${'A'.repeat(55)}`,
      'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF',
    ],
  },
  {
    asset: 'ELROND',
    tokenType: 'ELROND',
    valid: ['erd1a6f6fan035ttsxdmn04ellxdlnwpgyhg0lhx5vjv92v6rc8xw9yq83344f'],
    invalid: ['xerd10z9xdugayn528ksaesdwlhf006fw5sg2qmmm0h52fvxczwgesyvq5pwemr'],
  },
  {
    asset: 'EOS',
    tokenType: 'EOS',
    valid: ['satoshis12345', 'alice', 'a.b', 'binancecleos'],
    invalid: [
      'Alice',
      'alice16',
      '12345satoshis',
      'alice.',
      '.alice',
      '',
      'eosio.token',
      'core.vaulta',
      'eosio',
    ],
  },
];

describe.each(VECTORS)('$asset on $tokenType', ({ asset, tokenType, valid, invalid }) => {
  test.each(valid)('%s is parsed unchanged, with or without surrounding blanks', (address) => {
    expect(parseAddress(asset, tokenType, ` ${address}\n`)).toEqual({ address, tag: null });
  });

  test.each(invalid)('"%s" is refused', (address) => {
    expect(parseAddress(asset, tokenType, address)).toBeNull();
  });

  // Names of EOS have no checksum.
  test.each(asset === 'EOS' ? [] : valid)('any one letter of %s changed is refused', (address) => {
    const passed = mutations(address).filter((mutant) => parseAddress(asset, tokenType, mutant) !== null);
    expect(passed).toEqual([]);
  });
});

/** Every position with three other letters, removed, duplicated, and swapped with its neighbour. */
function mutations(address: string): string[] {
  const letters = 'a1Q7z9';
  return [...address]
    .flatMap((letter, i) => {
      const before = address.slice(0, i);
      const after = address.slice(i + 1);
      const others = [...letters].filter((other) => other !== letter).slice(0, 3);
      const swapped = before + after.slice(0, 1) + letter + after.slice(1);
      return [
        ...others.map((other) => before + other + after),
        before + after,
        before + letter + letter + after,
        swapped,
      ];
    })
    .filter((mutant) => mutant !== address);
}

describe('equivalent addresses', () => {
  test('EVM addresses in a single case get their checksum', () => {
    expect(parseAddress('ETHEREUM', 'ETHEREUM', EVM_OK.toLowerCase())?.address).toBe(EVM_OK);
    expect(parseAddress('ETHEREUM', 'ETHEREUM', `0x${EVM_OK.slice(2).toUpperCase()}`)?.address).toBe(EVM_OK);
  });

  test('cashaddr loses its prefix and its capitals', () => {
    const address = 'qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn';
    for (const text of [
      `bitcoincash:${address}`,
      `BITCOINCASH:${address.toUpperCase()}`,
      address.toUpperCase(),
    ])
      expect(parseAddress('BITCOIN_CASH', 'BITCOIN_CASH', text)?.address).toBe(address);
  });

  test('bech32 in capitals, as in QR codes, becomes lower case', () => {
    const address = 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv';
    expect(parseAddress('BITCOIN', 'BITCOIN', address.toUpperCase())?.address).toBe(address);
  });

  test('a witness program with the checksum of another version, a wrong length, or a version without rules is refused', () => {
    const of = (code: typeof bech32, version: number, length: number) =>
      parseAddress(
        'BITCOIN',
        'BITCOIN',
        code.encode('bc', [version, ...code.toWords(new Uint8Array(length).fill(7))]),
      );
    expect(of(bech32, 0, 20)).not.toBeNull();
    expect(of(bech32, 0, 32)).not.toBeNull();
    expect(of(bech32m, 1, 32)).not.toBeNull();
    for (const [code, version, length] of [
      [bech32m, 0, 20],
      [bech32, 1, 32],
      [bech32, 0, 21],
      [bech32m, 1, 20],
      [bech32m, 2, 32],
    ] as const)
      expect(of(code, version, length), `${version} ${length}`).toBeNull();
  });

  test('a contract of MultiversX is refused, since it accepts no plain payment', () => {
    const of = (zeros: number) =>
      parseAddress(
        'ELROND',
        'ELROND',
        bech32.encode('erd', bech32.toWords(new Uint8Array(32).fill(5).fill(0, 0, zeros))),
      );
    expect(of(0)).not.toBeNull();
    expect(of(8)).toBeNull();
    expect(of(32)).toBeNull();
  });

  test('an X-address is converted to its classic account, with its tag if it has one', () => {
    // The vectors of ripple-address-codec, and one of the XRP Ledger's documents.
    const of = (text: string) => parseAddress('RIPPLE', 'RIPPLE', text);
    const address = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
    expect(of('X76UnYEMbQfEs3mUqgtjp4zFy9exgThRj7XVZ6UxsdrBptF')).toEqual({
      address: 'rnBFvgZphmN39GWzUJeUitaP22Fr9be75H',
      tag: '12345',
    });
    expect(of('X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ')).toEqual({ address, tag: null });
    expect(of('X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu')).toEqual({ address, tag: '1' });
    expect(of('X7AcgcsBL6XDcUb289X4mJ8djcdyKaGbvhP9NAZDfLFPLcR')).toBeNull();
    // The same account on the test net.
    expect(of('T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ')).toBeNull();
  });

  test('a muxed Stellar account is converted to its account with the id as memo', () => {
    // SEP-23's vector.
    expect(
      parseAddress(
        'STELLAR',
        'STELLAR',
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      ),
    ).toEqual({
      address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      tag: '9223372036854775808',
    });
  });

  test('test net addresses are accepted only on request', () => {
    const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    expect(parseAddress('BITCOIN', 'BITCOIN', address)).toBeNull();
    expect(parseAddress('BITCOIN', 'BITCOIN', address, { net: 'regtest' })?.address).toBe(address);
    expect(
      parseAddress('BITCOIN', 'BITCOIN', '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx', { net: 'regtest' }),
    ).toBeNull();
  });

  test('a network that the coin lacks, or that was shut down, is refused', () => {
    expect(parseAddress('BITCOIN', 'ERC20', EVM_OK)).toBeNull();
    expect(parseAddress('TOMAN', 'TOMAN', EVM_OK)).toBeNull();
    expect(
      parseAddress('BINANCE_COIN', 'BINANCE_COIN', 'bnb1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0mlq0d0'),
    ).toBeNull();
    expect(parseAddress('BITCOIN', 'BITCOIN', 'x'.repeat(100_000))).toBeNull();
  });
});

describe('tags', () => {
  test.each([
    ['RIPPLE', '0', '0'],
    ['RIPPLE', ' 000123 ', '123'],
    ['RIPPLE', '۱۲۳', '123'],
    ['RIPPLE', '4294967295', '4294967295'],
    ['STELLAR', '9223372036854775808', '9223372036854775808'],
    ['STELLAR', 'x'.repeat(28), 'x'.repeat(28)],
    ['STELLAR', 'حساب من', 'حساب من'],
    ['EOS', 'memo 42!', 'memo 42!'],
  ])('%s accepts "%s"', (tokenType, text, tag) => {
    expect(parseTag(tokenType, text)).toBe(tag);
  });

  test.each([
    ['RIPPLE', '4294967296'],
    ['RIPPLE', '-1'],
    ['RIPPLE', '1.5'],
    ['RIPPLE', 'abc'],
    ['RIPPLE', ''],
    ['STELLAR', 'x'.repeat(29)],
    ['STELLAR', 'ح'.repeat(15)],
    ['STELLAR', 'a\u0000b'],
    ['EOS', 'x'.repeat(65)],
    ['EOS', 'سلام'],
    ['BITCOIN', '1'],
    ['ERC20', '1'],
  ])('%s refuses "%s"', (tokenType, text) => {
    expect(parseTag(tokenType, text)).toBeNull();
  });
});

test('shortens an address to both ends, and keeps short ones', () => {
  expect(shortenAddress('bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv')).toBe('bc1qhk...pggv');
  expect(shortenAddress('satoshis12345')).toBe('satoshis12345');
});
