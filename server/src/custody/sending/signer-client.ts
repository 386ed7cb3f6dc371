import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ApprovalKey } from '../../chains/approvals/assertion.ts';
import type { SignedTransaction } from '../../chains/types.ts';
import { fromWire, toWire } from '../../platform/wire.ts';
import {
  type PublicKeys,
  type Signer,
  type SignerRefusal,
  SignerRefusedError,
  type SignerStatus,
} from '../ports.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4_000_000;

const RefusalReply = Type.Object({
  refused: Type.String(),
  message: Type.String(),
  about: Type.Optional(
    Type.Object({ order: Type.String(), missing: Type.Integer({ minimum: 1, maximum: 2 }) }),
  ),
});
const SignerReply = Type.Object({ answer: Type.Unknown() });

export interface SignerEndpoint {
  /** `unix:/path`, or http(s)://host:port. */
  url: string;
  token: string;
}

/**
 * Runs one operation. Throws SignerRefusedError if the signer refuses it, and any other error if it is unreachable, slow
 * or replies with garbage.
 */
export async function callSigner(
  { url, token }: SignerEndpoint,
  operation: string,
  argument: unknown,
): Promise<unknown> {
  const { status, text } = await post(url, `/${operation}`, token, toWire(argument ?? null));
  const reply = fromWire(text);
  if (status === 409 && Value.Check(RefusalReply, reply))
    throw new SignerRefusedError(reply.refused as SignerRefusal, reply.message, reply.about);
  if (status !== 200 || !Value.Check(SignerReply, reply))
    throw new Error(`the signer replied with ${status}`);
  return reply.answer;
}

/** A signer behind a socket; every call throws as `callSigner` does. */
export function createSignerClient(endpoint: SignerEndpoint): Signer {
  const call = (operation: string, argument: unknown) => callSigner(endpoint, operation, argument);
  return {
    publicKeys: async () => (await call('public-keys', null)) as PublicKeys,
    attest: async (claim) => (await call('attest', claim)) as string,
    poolAddresses: async (chain, generation, from, count) =>
      (await call('pool-addresses', { chain, generation, from, count })) as string[],
    sign: async (request) => (await call('sign', request)) as SignedTransaction,
    latch: async () => void (await call('latch', null)),
    status: async () => (await call('status', null)) as SignerStatus,
    approvalKeys: async () => (await call('approval-keys', null)) as ApprovalKey[],
  };
}

function post(
  url: string,
  path: string,
  token: string,
  body: string,
): Promise<{ status: number; text: string }> {
  const socketPath = url.startsWith('unix:') ? url.slice(5) : null;
  const target = new URL(path, socketPath === null ? url : 'http://signer');
  const options = {
    method: 'POST',
    timeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    },
    ...(socketPath !== null && { socketPath }),
  };
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? overHttps : overHttp)(target, options, (reply) => {
      const parts: Buffer[] = [];
      let size = 0;
      reply.on('data', (part: Buffer) => {
        size += part.length;
        if (size > MAX_BYTES) request.destroy(new Error('the signer’s reply is too large'));
        else parts.push(part);
      });
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
