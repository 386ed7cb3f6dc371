/** Codecs of the main networks for tests, whose fixtures all have the same few seeds. */
import type { Chain } from '@sarraf/domain';
import { type Codec, codecOf } from '../src/chains/index.ts';

/** Deriving a key takes milliseconds, and a fixture needs hundreds: each process derives each key only once. */
function rememberKeys(codec: Codec): Codec {
  const keyOf = memoize(codec.keyOf);
  return {
    ...codec,
    addressOf: memoize(codec.addressOf),
    accountPublicKey: memoize(codec.accountPublicKey),
    // Callers zero the private key they get.
    keyOf(seed, place) {
      const { privateKey, address } = keyOf(seed, place);
      return { privateKey: privateKey.slice(), address };
    },
  };
}

function memoize<Source extends string | Uint8Array, More extends unknown[], Result>(
  compute: (source: Source, ...more: More) => Result,
): (source: Source, ...more: More) => Result {
  const results = new Map<string, Result>();
  return (source, ...more) => {
    const name = `${Buffer.from(source).toString('hex')} ${JSON.stringify(more)}`;
    const result = results.get(name) ?? compute(source, ...more);
    results.set(name, result);
    return result;
  };
}

const codecs = new Map<Chain, Codec>();

export function getMainCodec(chain: Chain): Codec {
  const codec = codecs.get(chain) ?? rememberKeys(codecOf(chain, 'main'));
  codecs.set(chain, codec);
  return codec;
}
