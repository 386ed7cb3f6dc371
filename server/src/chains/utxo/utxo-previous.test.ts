import { hex } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePrevious, stripWitness } from './utxo-previous.ts';

// BIP143, "Native P2WPKH": one input of it has a script, the other a witness. Its id is that of the bytes without
// it.
const WITNESS =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';
const PLAIN =
  '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000';
// The first payment ever made, from Satoshi to Hal Finney: block 170.
const FIRST =
  '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000';

describe('a previous transaction', () => {
  test('is parsed into its id and the amounts of its outputs', () => {
    const { txid, outputs } = decodePrevious(FIRST);
    expect(txid).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16');
    expect(outputs.map(({ amount }) => amount)).toEqual([1_000_000_000n, 4_000_000_000n]);
    expect(outputs.map(({ script }) => script.length)).toEqual([67, 67]);
  });

  test('is hashed without its witness', () => {
    expect(stripWitness('BITCOIN', WITNESS)).toBe(PLAIN);
    expect(stripWitness('BITCOIN', PLAIN)).toBe(PLAIN);
    expect(decodePrevious(PLAIN).outputs.map(({ amount }) => amount)).toEqual([112_340_000n, 223_450_000n]);
  });

  test('of LITE_COIN that moves coins out of MWEB is hashed without its mark', () => {
    // The integrating transaction of a block: flag 8, and a zero for no MWEB part of its own.
    const body = PLAIN.slice(8, -8);
    expect(stripWitness('LITE_COIN', `${PLAIN.slice(0, 8)}0008${body}00${PLAIN.slice(-8)}`)).toBe(PLAIN);
  });

  test('of DASH is hashed with the payload after its lock time, and may spend nothing', () => {
    const unlock = `03000900000140420f00000000001976a914${'11'.repeat(20)}88ac0000000003aabbcc`;
    expect(stripWitness('DASH', unlock)).toBe(unlock);
    expect(decodePrevious(unlock).outputs.map(({ amount }) => amount)).toEqual([1_000_000n]);
    expect(decodePrevious(unlock).txid).not.toBe(decodePrevious(unlock.slice(0, -8)).txid);
  });

  test('that is truncated or malformed is refused immediately', () => {
    for (let length = 0; length < PLAIN.length; length += 2)
      expect(() => decodePrevious(PLAIN.slice(0, length))).toThrow();
    // Four billion inputs, and a script of as many bytes.
    for (const text of [
      '01000000feffffffff',
      `01000000 01 ${'00'.repeat(36)} feffffffff`,
      '01000000ff',
      '0',
      'x',
    ])
      expect(() => decodePrevious(text.replaceAll(' ', ''))).toThrow();
  });

  test('is never read beyond its end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(decodePrevious(hex.encode(bytes)).txid).toMatch(/^[0-9a-f]{64}$/);
        } catch (error) {
          expect((error as Error).message).toMatch(/cut off|too long/);
        }
      }),
    );
  });
});
