import { Refusal } from '@sarraf/domain';
import type { FastifyError, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a multipart body, once it is read. */
    uploads: Record<string, Buffer> | undefined;
  }
}

const MAX_FIELDS = 60;

/** Text parts become the body, files the request's `uploads`. PAYLOAD_TOO_LARGE; BAD_REQUEST: no form, or a part nobody asked for. */
export async function readParts(
  request: FastifyRequest,
  { names, maxBytes }: { names: readonly string[]; maxBytes: number },
) {
  if (!request.isMultipart()) throw new Refusal('BAD_REQUEST', { errors: ['content-type'] });
  const fields: Record<string, string> = {};
  const files: Record<string, Buffer> = {};
  const limits = {
    fileSize: maxBytes,
    files: names.length,
    fields: MAX_FIELDS,
    fieldSize: 10_000,
    parts: MAX_FIELDS,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (!names.includes(part.fieldname) || files[part.fieldname])
        throw new Refusal('BAD_REQUEST', { errors: [part.fieldname] });
      else files[part.fieldname] = await part.toBuffer();
    }
  } catch (error) {
    // The parser's own errors are plain ones: a form that is cut off or isn't one.
    if (error instanceof Refusal || (error as FastifyError).statusCode !== undefined) throw error;
    throw new Refusal('BAD_REQUEST', { errors: ['body'] });
  }
  request.body = fields;
  request.uploads = files;
}
