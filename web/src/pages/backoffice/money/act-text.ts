/** What colleagues are asked to sign beside the signer's operator. */
export type ActKind = 'caps' | 'allowances' | 'cold';

const KINDS: readonly ActKind[] = ['caps', 'allowances', 'cold'];

/** What the request of the operator (as its command prints it) says, laid out to be read; null: it is none. */
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
