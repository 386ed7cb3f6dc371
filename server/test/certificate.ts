/** A certificate for a test's local HTTPS server, created each time, so that no key is stored in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER (ITU-T X.690): its tag, length and contents. */
function encodeDer(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const encodeSequence = (...parts: Buffer[]): Buffer => encodeDer(0x30, ...parts);
const encodeOid = (hex: string): Buffer => encodeDer(0x06, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = encodeSequence(encodeOid('2a8648ce3d040302'));
const COMMON_NAME = encodeOid('550403');
const SUBJECT_ALT_NAME = encodeOid('551d11');

/** Self-signed, for `localhost`, 127.0.0.1 and the given hosts, as RFC 5280 requires; PEM. */
export function makeCertificate(hosts: readonly string[] = []): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = encodeSequence(encodeDer(0x31, encodeSequence(COMMON_NAME, encodeDer(0x0c, 'localhost'))));
  const hostNames = ['localhost', ...hosts].map((host) => encodeDer(0x82, host));
  const names = encodeSequence(...hostNames, encodeDer(0x87, Buffer.from([127, 0, 0, 1])));
  const content = encodeSequence(
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    encodeSequence(encodeDer(0x17, '200101000000Z'), encodeDer(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(0xa3, encodeSequence(encodeSequence(SUBJECT_ALT_NAME, encodeDer(0x04, names)))),
  );
  const signature = encodeDer(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const whole = encodeSequence(content, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
