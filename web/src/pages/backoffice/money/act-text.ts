/** Kinds of requests that staff members sign in addition to the signer operator. */
export type SignerRequestKind = 'caps' | 'allowances' | 'cold';

const REQUEST_KINDS: readonly SignerRequestKind[] = ['caps', 'allowances', 'cold'];

/** Formats the operator's request (as its command prints it) for reading; null: not a request. */
export function parseSignerRequest(requestText: string): { kind: SignerRequestKind; text: string } | null {
  try {
    const { acts, ...command } = Object(JSON.parse(requestText)) as Record<string, unknown>;
    const [kind] = Object.keys(command);
    const requestKind = REQUEST_KINDS.find((name) => name === kind);
    if (requestKind === undefined || Object.keys(command).length !== 1 || typeof acts !== 'number')
      return null;
    const value = command[requestKind];
    return {
      kind: requestKind,
      text: JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2),
    };
  } catch {
    return null;
  }
}
