import { Refusal } from '@sarraf/domain';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { type Forwarding, passedRequest } from './forward.ts';

/** Answers a request with what the writer's process says to it, its body unread here. PAYLOAD_TOO_LARGE; SERVICE_UNAVAILABLE. */
export async function passOn(
  forwarding: Forwarding,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
): Promise<void> {
  // It has been passed on once, and the writer is not here any more.
  if (forwarding.hasCome(request)) throw new Refusal('SERVICE_UNAVAILABLE');
  const body = await readBody(payload, request.routeOptions.bodyLimit);
  const { status, headers, body: answer } = await forwarding.pass(passedRequest(request, body));
  reply.code(status).headers(headers).send(Buffer.from(answer, 'base64'));
  // Until it has gone out, or the request would go its usual way.
  await reply;
}

/** Null: there is none. What is too long is read to its end and thrown away: its connection may serve on. */
function readBody(payload: RequestPayload, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    payload.on('data', (part: Buffer) => {
      length += part.length;
      if (length > limit) reject(new Refusal('PAYLOAD_TOO_LARGE'));
      else parts.push(part);
    });
    payload.on('end', () => resolve(parts.length === 0 ? null : Buffer.concat(parts)));
    payload.on('error', () => reject(new Refusal('BAD_REQUEST')));
    // Cut off: there is nobody left to answer.
    payload.on('close', () => reject(new Refusal('BAD_REQUEST')));
  });
}
