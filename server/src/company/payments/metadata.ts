import { AppError } from '@sarraf/domain';
import { METADATA_LIMITS } from '@sarraf/domain/contracts';

/** Names appear in lists and brackets of other programs; Persian words need half-spaces. */
const NAME = /^[^[\]\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028-\u202e\u2066-\u2069]+$/u;
/** Line breaks are allowed; invisible characters and lone surrogates are not. */
const INVISIBLE = /[^\P{Cc}\n\t]|\p{Cs}/u;

/** Returns a program's metadata unchanged. BAD_REQUEST (metadata): too much, or not plain text. */
export function validateMetadata(metadata: Record<string, string>): Record<string, string> {
  const { names, nameLength, textLength, total } = METADATA_LIMITS;
  const entries = Object.entries(metadata);
  const fits =
    entries.length <= names &&
    entries.every(
      ([name, text]) =>
        name.length <= nameLength && NAME.test(name) && text.length <= textLength && !INVISIBLE.test(text),
    ) &&
    entries.reduce((sum, [name, text]) => sum + name.length + text.length, 0) <= total;
  if (!fits) throw new AppError('BAD_REQUEST', { errors: ['metadata'] });
  return metadata;
}
