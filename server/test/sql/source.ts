import { join } from 'node:path';
import type { CallExpression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTaggedTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import {
  API,
  type Project,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';

const ROOT = join(import.meta.dirname, '../../..');

/** The server's source as the compiler sees it: its syntax, and the meaning of names and types. */
export class Source {
  /** All templates of kysely's `sql`. */
  readonly templates: TaggedTemplateExpression[] = [];
  /** Direct calls of the driver with a declared row type: `client.query<Row>(…)`. */
  readonly queries: CallExpression[] = [];
  readonly #calls = new Map<string, CallExpression[]>();
  readonly #api = new API({ cwd: ROOT });
  readonly #project: Project;

  /** Limited to files whose path from the repository's root is wanted. */
  constructor(isWanted: (path: string) => boolean) {
    const config = join(ROOT, 'tsconfig.json');
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`no project ${config}`);
    this.#project = project;
    for (const name of project.program.getSourceFileNames())
      if (isWanted(name.slice(ROOT.length + 1))) this.#collect(project.program.getSourceFile(name) as Node);
  }

  close(): void {
    this.#api.close();
  }

  get checker() {
    return this.#project.checker;
  }

  #collect(node: Node): void {
    if (isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') this.templates.push(node);
    if (isCallExpression(node)) {
      const { expression } = node;
      if (isIdentifier(expression)) this.callsNamed(expression.text).push(node);
      if (isPropertyAccessExpression(expression) && expression.name.text === 'query' && node.typeArguments)
        this.queries.push(node);
    }
    node.forEachChild((child) => this.#collect(child));
  }

  typeOf(node: Node): Type {
    const type = this.checker.getTypeAtLocation(node);
    if (!type) throw new Error(`no type: ${node.getText()}`);
    return type;
  }

  symbolOf(name: Node): TsSymbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(name);
    // An import is an alias of the other file's export.
    if (!symbol || !(symbol.flags & ALIAS)) return symbol;
    return this.checker.getAliasedSymbol(symbol);
  }

  declarationOf(symbol: TsSymbol): Node | undefined {
    return symbol.valueDeclaration?.resolve(this.#project);
  }

  callsNamed(name: string): CallExpression[] {
    const calls = this.#calls.get(name) ?? [];
    this.#calls.set(name, calls);
    return calls;
  }

  /** Returns all calls of a function by its name. */
  callsOf(declared: Node): CallExpression[] {
    const symbol = this.symbolOf(declared);
    return this.callsNamed(declared.getText()).filter(
      ({ expression }) => this.symbolOf(expression)?.id === symbol?.id,
    );
  }

  /** Returns the texts that a type allows, if they are known. */
  textsOf(type: Type): string[] | null {
    const members = type.isUnionType() ? type.getTypes() : [type];
    const texts = members.map((member) => (member.isStringLiteralType() ? member.value : null));
    return texts.every((text) => text !== null) ? texts : null;
  }

  isFragment(node: Node): boolean {
    const type = this.typeOf(node);
    const members = type.isUnionType() ? type.getTypes() : [type];
    return members.some((member) => FRAGMENTS.has(member.getSymbol()?.name ?? ''));
  }

  mayBeNull(node: Node): boolean {
    const type = this.typeOf(node);
    const members = type.isUnionType() ? type.getTypes() : [type];
    return members.some(
      ({ flags }) => flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.AnyOrUnknown),
    );
  }
}

const ALIAS = SymbolFlags.Alias;
const FRAGMENTS: ReadonlySet<string> = new Set(['RawBuilder', 'AliasedRawBuilder']);

/** Returns the file and line of a node, for messages. */
export function locationOf(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${file.fileName.slice(ROOT.length + 1)}:${line}`;
}

/** Returns the names of a node's context: a function or a constant, followed by the fields of an object. */
export function ownerName(node: Node): string {
  let owner = '';
  for (let at: Node | undefined = node.parent; at; at = at.parent) {
    if (isPropertyAssignment(at)) owner = `.${at.name.getText()}${owner.startsWith('.') ? owner : ''}`;
    if (!isFunctionDeclaration(at) && !isVariableDeclaration(at)) continue;
    if (at.name && isIdentifier(at.name)) owner = `${at.name.text}${owner.startsWith('.') ? owner : ''}`;
  }
  return owner;
}
