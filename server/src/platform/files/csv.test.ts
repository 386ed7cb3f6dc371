import { describe, expect, it } from 'vitest';
import { csv } from './csv.ts';

describe('csv', () => {
  it('begins with a byte order mark, ends lines as the standard says and quotes what must be', () => {
    expect(
      csv([
        ['a', 'b,c'],
        ['say "hi"', 'two\nlines'],
        ['علی', ''],
      ]),
    ).toBe('\uFEFFa,"b,c"\r\n"say ""hi""","two\nlines"\r\nعلی,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes no formula of %j', (text) => {
    const [line = ''] = csv([[text]])
      .slice(1)
      .split('\r\n')
      .filter((part) => part !== '');
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('writes numbers as they are, also losses', () => {
    expect(csv([['-5', { number: '-5.25' }, { number: '7' }]])).toBe("\uFEFF'-5,-5.25,7\r\n");
  });
});
