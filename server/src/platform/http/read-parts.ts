import { AppError } from '@sarraf/domain';
import type { FastifyError, FastifyRequest } from 'fastify';
import { createUnknownFieldError } from './strict-contracts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Files of a multipart body, once it is read. */
    uploads: Record<string, Buffer> | undefined;
  }
}

const MAX_FIELDS = 60;

/**
 * Parses a form: text parts become the body, files the request's `uploads`. PAYLOAD_TOO_LARGE; BAD_REQUEST: no
 * form, or a duplicate part; UNKNOWN_FIELD.
 */
export async function readMultipart(
  request: FastifyRequest,
  { names, maxBytes }: { names: readonly string[]; maxBytes: number },
) {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST', { errors: ['content-type'] });
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
      const { fieldname: name } = part;
      if (Object.hasOwn(fields, name) || Object.hasOwn(files, name))
        throw new AppError('BAD_REQUEST', { errors: [name] });
      if (part.type === 'field') fields[name] = String(part.value);
      else if (!names.includes(name)) throw createUnknownFieldError([name]);
      else files[name] = await part.toBuffer();
    }
  } catch (error) {
    // The parser throws plain errors for truncated or malformed forms.
    if (error instanceof AppError || (error as FastifyError).statusCode !== undefined) throw error;
    throw new AppError('BAD_REQUEST', { errors: ['body'] });
  }
  request.body = fields;
  request.uploads = files;
}
