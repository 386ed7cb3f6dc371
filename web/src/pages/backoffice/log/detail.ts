/** Details of a log entry in addition to its action: named values, or plain text. */
export type Detail =
  | { kind: 'values'; values: [name: string, value: string][] }
  | { kind: 'text'; text: string };

export function readDetail(detail: string): Detail {
  const said = parse(detail);
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return { kind: 'text', text: detail };
  const values = Object.entries(said).map(([name, value]): [string, string] => [name, shown(value)]);
  return { kind: 'values', values };
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
