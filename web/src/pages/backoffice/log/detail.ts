/** Details of a log entry in addition to its action: named values, or plain text. */
export type LogDetail =
  | { kind: 'values'; values: [name: string, value: string][] }
  | { kind: 'text'; text: string };

export function parseDetail(detail: string): LogDetail {
  const parsedDetail = parseJson(detail);
  if (typeof parsedDetail !== 'object' || parsedDetail === null || Array.isArray(parsedDetail))
    return { kind: 'text', text: detail };
  const values = Object.entries(parsedDetail).map(([name, value]): [string, string] => [
    name,
    formatValue(value),
  ]);
  return { kind: 'values', values };
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
