/** A node of PostgreSQL's parse tree: its tag and its fields. */
export interface TreeNode {
  tag: string;
  [field: string]: Tree | undefined;
}
export type Tree = TreeNode | string | Tree[] | null;

const TOKEN = /[{}()]|<>|"(?:\\.|[^"\\])*"|(?:\\.|[^\s{}()\\])+/g;

/**
 * Parses PostgreSQL's text format of such a tree, `{TAG :field value …}`; a constant of four bytes becomes
 * `4_1_0_0_0…`.
 */
export function parseTree(text: string): Tree {
  const tokens =
    text
      .replace(/ \[([-0-9 ]*)\]/g, (_, bytes: string) => bytes.trimEnd().replaceAll(' ', '_'))
      .match(TOKEN) ?? [];
  let at = 0;
  const value = (): Tree => {
    const token = tokens[at++];
    if (token === undefined) throw new Error('the tree ends too early');
    if (token === '<>') return null;
    if (token === '(') return list();
    return token === '{' ? node() : token;
  };
  const list = (): Tree[] => {
    const items: Tree[] = [];
    while (tokens[at] !== ')') items.push(value());
    at += 1;
    return items;
  };
  const node = (): TreeNode => {
    const read: TreeNode = { tag: tokens[at++] as string };
    while (tokens[at] !== '}') {
      const field = tokens[at++]?.slice(1) as string;
      read[field] = value();
      // The other parts of a field are irrelevant here.
      while (tokens[at] !== '}' && !tokens[at]?.startsWith(':')) value();
    }
    at += 1;
    return read;
  };
  return value();
}

/** An absent node is an empty list. */
export const asNodes = (tree: Tree | undefined): TreeNode[] =>
  Array.isArray(tree) ? (tree.filter((item) => isNode(item)) as TreeNode[]) : [];

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree);
