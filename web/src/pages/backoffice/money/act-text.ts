/** Kinds of requests that staff members sign in addition to the signer operator. */
export type ActKind = 'caps' | 'allowances' | 'cold';

const KINDS: readonly ActKind[] = ['caps', 'allowances', 'cold'];

/** Formats the operator's request (as its command prints it) for reading; null: not a request. */
export function parseSignerRequest(asked: string): { kind: ActKind; shown: string } | null {
  try {
    const { acts, ...wanted } = Object(JSON.parse(asked)) as Record<string, unknown>;
    const [kind] = Object.keys(wanted);
    const known = KINDS.find((name) => name === kind);
    if (known === undefined || Object.keys(wanted).length !== 1 || typeof acts !== 'number') return null;
    const value = wanted[known];
    return {
      kind: known,
      shown: JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2),
    };
  } catch {
    return null;
  }
}
