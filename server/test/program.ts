/** A customer's program: its key and its signatures, implemented from the documentation without the server's code. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Program {
  /** Id of its key. */
  id: string;
  sign(text: string): string;
}

/** Creates a key pair; the public key as PEM. */
export function createKeyPair(): { privateKey: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

export const createPairProgram = (id: string, privateKey: KeyObject): Program => ({
  id,
  sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
});

/** `secret`: the text as it was shown. */
export const createSecretProgram = (id: string, secret: string): Program => ({
  id,
  sign: (text) => createHmac('sha256', secret).update(text).digest('base64'),
});

interface Request {
  method: string;
  /** Path from `/api` on. */
  path: string;
  body?: string | undefined;
  time: number;
}

export const buildProgramText = ({ method, path, body = '', time }: Request): string =>
  `${time}\n${method}\n${path}\n${createHash('sha256').update(body).digest('hex')}`;

export const createSignedHeaders = (program: Program, request: Request): Record<string, string> => ({
  'x-api-key': program.id,
  'x-api-time': String(request.time),
  'x-api-signature': program.sign(buildProgramText(request)),
});
