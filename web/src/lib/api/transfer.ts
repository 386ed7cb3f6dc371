import type { Endpoint, ReplyOf } from '@sarraf/domain/contracts';
import {
  ApiError,
  buildApiHeaders,
  buildApiUrl,
  type Parts,
  parseReplyOrThrow,
  withSessionRetry,
} from './api.ts';

/** Pictures from a slow phone need minutes. */
const UPLOAD_TIMEOUT_MS = 300_000;
/** A year's trades on a slow connection. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

interface UploadParts {
  params?: Record<string, string>;
  fields: Record<string, string>;
  files: Record<string, Blob>;
  /** From 0 to 1: the share that has been sent. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Makes a multipart call, by XMLHttpRequest because only that reports the progress of an upload:
 * `upload<typeof saveAccount>('POST', '/users/account', { fields, files, onProgress })`. Throws an `ApiError`.
 */
export function upload<E extends Endpoint = never>(
  method: E['method'],
  path: E['path'],
  parts: UploadParts,
): Promise<ReplyOf<E>> {
  return withSessionRetry(async (token) => {
    const { httpStatus, text } = await sendForm(method, buildApiUrl(path, parts), parts, token);
    return parseReplyOrThrow(httpStatus, text) as ReplyOf<E>;
  });
}

/** Text fields first: the server needs to know the purpose of the files before they arrive. */
function buildFormData({ fields, files }: UploadParts): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  // The picture's name on the person's device is not sent.
  for (const [name, file] of Object.entries(files)) form.append(name, file, name);
  return form;
}

function sendForm(
  method: string,
  url: string,
  parts: UploadParts,
  token: string | null,
): Promise<{ httpStatus: number; text: string }> {
  const { signal, onProgress } = parts;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const finishWith = (settle: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      settle();
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(buildApiHeaders(token))) request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = finishWith(() => resolve({ httpStatus: request.status, text: request.responseText }));
    request.onerror = finishWith(() => reject(new ApiError('OFFLINE')));
    request.ontimeout = finishWith(() => reject(new ApiError('TIMEOUT')));
    request.onabort = finishWith(() => reject(signal?.reason ?? new ApiError('OFFLINE')));
    signal?.addEventListener('abort', abort);
    onProgress?.(0);
    request.send(buildFormData(parts));
  });
}

type DownloadParts<E extends Endpoint> = Pick<Parts<E>, 'params' | 'query' | 'signal'>;

/**
 * Downloads a file of the API: `download<typeof readDocument>('GET', '/users/documents/:document', { params })`. A
 * refusal comes as JSON instead of the file and is read from it (requirements §8.1 rule 2).
 */
export function download<E extends Endpoint = never>(
  method: E['method'],
  path: E['path'],
  parts: DownloadParts<E>,
): Promise<Blob> {
  const address = buildApiUrl(path, parts);
  return withSessionRetry(async (token) => {
    const { ok, status, body } = await fetchBlob(method, address, parts.signal, token);
    if (!ok) parseReplyOrThrow(status, await body.text());
    return body;
  });
}

async function fetchBlob(method: string, url: string, signal: AbortSignal | undefined, token: string | null) {
  const timeoutSignal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...buildApiHeaders(token), Accept: '*/*' },
      signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      credentials: 'omit',
    });
    return { ok: response.ok, status: response.status, body: await response.blob() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(timeoutSignal.aborted ? 'TIMEOUT' : 'OFFLINE');
  }
}
