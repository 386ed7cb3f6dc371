import type {
  CallExpression,
  Node,
  PropertyAssignment,
  TaggedTemplateExpression,
} from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { TypeFlags } from 'typescript/unstable/sync';
import { Choices } from './choices.ts';
import { locationOf, type Source } from './source.ts';

/** The bindings of names while a function is evaluated. */
type Scope = { symbol: number; value: Value; outer: Scope } | null;
/** Code with the bindings of its names, or a text known only by its type. */
type Value = { node: Node; scope: Scope } | { text: string };

/** One form of a statement: its text between the parameters. */
export interface Form {
  text: string;
  /** Whether the value of $1, $2 … may be null. */
  nullable: boolean[];
  /** Columns of an insert that get null according to the code. */
  takesNull?: string[];
}

class Unknown extends Error {
  constructor(node: Node) {
    super(
      `${locationOf(node)}: what \`${node.getText().slice(0, 60)}\` stands for is not known before it runs`,
    );
  }
}

/**
 * Returns every text that a template of kysely's `sql` can become, with $1, $2 … for its parameters: follows
 * fragments through constants, conditions and functions. Throws if only running the code would tell.
 */
export class Forms {
  /** Templates that were found to be part of another one. */
  readonly parts = new Set<TaggedTemplateExpression>();
  readonly #source: Source;
  #choices = new Choices();
  #holes: Node[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  /** Returns the forms of a template, or of the text passed to the driver, which has its own $1, $2 …. */
  of(statement: Node): Form[] {
    this.#choices = new Choices();
    const forms = new Map<string, Form>();
    do {
      this.#holes = [];
      const text = this.#text({ node: statement, scope: null });
      forms.set(text, { text, nullable: this.#holes.map((hole) => this.#source.mayBeNull(hole)) });
    } while (this.#choices.next());
    return [...forms.values()];
  }

  /**
   * Returns the forms of the ledger's `insertInto`, `insertWith`, `updateWith` and `updateLatest`, which build
   * statements from their arguments.
   */
  ofRows({ expression, arguments: args }: CallExpression): Form[] {
    const maker = expression.getText();
    const [first, second, third] = maker === 'updateLatest' ? args.slice(1) : args;
    if (!second) throw new Unknown(expression);
    const fields = this.#fieldsOf(second);
    const types = fields.map(({ initializer }) => this.#text({ node: initializer, scope: null }));
    const names = fields.map(({ name }) => name.getText()).join(', ');
    const arrays = types.map((type, i) => `$${i + 1}::${type.replace('?', '')}[]`);
    const rows = `unnest(${arrays.join(', ')}) as v(${names})`;
    if (maker !== 'insertInto')
      return [{ text: this.#text(this.#apply(third as Node, [{ text: rows }], null)), nullable: [] }];
    const table = this.#text({ node: first as Node, scope: null });
    const takesNull = fields.filter((_, i) => types[i]?.endsWith('?')).map(({ name }) => name.getText());
    return [
      {
        text: `insert into ${table} (${names}) select ${names} from ${rows} returning ${names}`,
        nullable: [],
        takesNull,
      },
    ];
  }

  /** Returns the fields of an object, including spread ones. */
  #fieldsOf(node: Node): PropertyAssignment[] {
    const reducedValue = this.#reduce({ node, scope: null });
    if ('text' in reducedValue || !isObjectLiteralExpression(reducedValue.node)) throw new Unknown(node);
    return reducedValue.node.properties.flatMap((field) => {
      if (isSpreadAssignment(field)) return this.#fieldsOf(field.expression);
      if (isPropertyAssignment(field)) return [field];
      throw new Unknown(field);
    });
  }

  #text(value: Value): string {
    const reducedValue = this.#reduce(value);
    if ('text' in reducedValue) return reducedValue.text;
    const { node, scope } = reducedValue;
    if (isTaggedTemplateExpression(node)) return this.#template(node, scope);
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node))
      return node.text;
    if (isTemplateExpression(node))
      return [
        node.head.text,
        ...node.templateSpans.flatMap((span) => [
          this.#text({ node: span.expression, scope }),
          span.literal.text,
        ]),
      ].join('');
    if (isCallExpression(node)) return this.#call(node, scope);
    throw new Unknown(node);
  }

  #template(node: TaggedTemplateExpression, scope: Scope): string {
    if (!isTemplateExpression(node.template)) return node.template.text;
    let text = node.template.head.text;
    for (const { expression, literal } of node.template.templateSpans)
      text += this.#filled(expression, scope) + literal.text;
    return text;
  }

  /** Returns the text for an expression in a template: a fragment, or else a parameter. */
  #filled(node: Node, scope: Scope): string {
    if (this.#source.isFragment(node)) return this.#part({ node, scope });
    this.#holes.push(node);
    return `$${this.#holes.length}`;
  }

  #part(value: Value): string {
    const reducedValue = this.#reduce(value);
    if ('node' in reducedValue && isTaggedTemplateExpression(reducedValue.node))
      this.parts.add(reducedValue.node);
    return this.#text(reducedValue);
  }

  #call(call: CallExpression, scope: Scope): string {
    const [first, second] = call.arguments;
    if (!isPropertyAccessExpression(call.expression)) throw new Unknown(call);
    const { name, expression: of } = call.expression;
    const method = `${of.getText() === 'sql' ? 'sql.' : ''}${name.text}`;
    const resolveFirst = () => this.#text({ node: first as Node, scope });
    const joined = (list: Node, between: string) =>
      this.#list({ node: list, scope })
        .map((item) =>
          'text' in item || method === 'join' ? this.#text(item) : this.#filled(item.node, item.scope),
        )
        .join(between);
    switch (method) {
      case 'sql.raw':
        return resolveFirst();
      case 'sql.lit':
        return this.#literal(first as Node, scope);
      case 'sql.ref':
      case 'sql.table':
        return resolveFirst()
          .split('.')
          .map((part) => `"${part}"`)
          .join('.');
      case 'sql.join':
        return joined(first as Node, second ? this.#part({ node: second, scope }) : ', ');
      case 'join':
        return joined(of, resolveFirst());
      case 'replace':
        return this.#text({ node: of, scope }).replace(
          resolveFirst(),
          this.#text({ node: second as Node, scope }),
        );
      default:
        throw new Unknown(call);
    }
  }

  #literal(node: Node, scope: Scope): string {
    if (this.#source.typeOf(node).flags & TypeFlags.NumberLike) return '1';
    return `'${this.#text({ node, scope })}'`;
  }

  /** Returns the items of an array, which may be texts. */
  #list(value: Value): Value[] {
    const reducedValue = this.#reduce(value);
    if ('text' in reducedValue) throw new Error(`no list: ${reducedValue.text}`);
    const { node, scope } = reducedValue;
    if (isArrayLiteralExpression(node))
      return node.elements.flatMap((item) =>
        isSpreadElement(item) ? this.#list({ node: item.expression, scope }) : [{ node: item, scope }],
      );
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const [mapped] = node.arguments;
      if (node.expression.name.text === 'map' && mapped)
        return this.#items(node.expression.expression, scope).map((item) =>
          this.#apply(mapped, [item], scope),
        );
    }
    const texts = this.#textsIn(node);
    if (texts) return texts.map((text) => ({ text }));
    throw new Unknown(node);
  }

  /** A value that is only known at run time counts as one unknown item. */
  #items(node: Node, scope: Scope): (Value | null)[] {
    try {
      return this.#list({ node, scope });
    } catch (error) {
      if (error instanceof Unknown) return [null];
      throw error;
    }
  }

  /** Returns the texts that a list contains by its type: the names of an object's fields. */
  #textsIn(node: Node): string[] | null {
    const type = this.#source.typeOf(node);
    if (!type.isTypeReference()) return null;
    const [item] = this.#source.checker.getTypeArguments(type);
    return item ? this.#source.textsOf(item) : null;
  }

  /** Returns the result of a function for these arguments; null is an unknown argument. */
  #apply(fn: Node, args: readonly (Value | null)[], scope: Scope): Value {
    const declared = isIdentifier(fn) ? this.#declared(fn) : fn;
    const body = declared && isVariableDeclaration(declared) ? declared.initializer : declared;
    if (!body || !(isArrowFunction(body) || isFunctionDeclaration(body)) || !body.body) throw new Unknown(fn);
    let inner = scope;
    for (const [i, parameter] of body.parameters.entries()) {
      const value = args[i] ?? (parameter.initializer ? { node: parameter.initializer, scope } : null);
      const symbol = this.#source.symbolOf(parameter.name);
      if (value && symbol) inner = { symbol: symbol.id, value, outer: inner };
    }
    return isBlock(body.body) ? this.#answer(body.body, inner) : { node: body.body, scope: inner };
  }

  /** Returns the result of a block of `if` and `return`. */
  #answer(block: Node, scope: Scope): Value {
    let answer: Value | null = null;
    block.forEachChild((statement) => {
      if (answer) return;
      if (isReturnStatement(statement) && statement.expression)
        answer = { node: statement.expression, scope };
      else if (isIfStatement(statement)) {
        const branch = this.#holds(statement.expression, scope)
          ? statement.thenStatement
          : statement.elseStatement;
        if (branch && isReturnStatement(branch) && branch.expression)
          answer = { node: branch.expression, scope };
        else if (branch && isBlock(branch)) answer = this.#answer(branch, scope);
      }
    });
    if (!answer) throw new Unknown(block);
    return answer;
  }

  #holds(condition: Node, scope: Scope): boolean {
    if (isBinaryExpression(condition) && condition.operatorToken.getText() === '===') {
      try {
        return this.#text({ node: condition.left, scope }) === this.#text({ node: condition.right, scope });
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
      }
    }
    return this.#choices.choose(condition.getText(), 2) === 0;
  }

  /** Follows names, conditions and calls to a definite expression. */
  #reduce(value: Value): Value {
    let at = value;
    for (;;) {
      const next = 'text' in at ? null : this.#step(at.node, at.scope);
      if (!next) return at;
      at = next;
    }
  }

  #step(node: Node, scope: Scope): Value | null {
    if (isParenthesizedExpression(node) || isSatisfiesExpression(node) || isAsExpression(node)) {
      const texts = isAsExpression(node) ? this.#textsIn(node) : null;
      return texts ? null : { node: node.expression, scope };
    }
    if (isConditionalExpression(node))
      return { node: this.#holds(node.condition, scope) ? node.whenTrue : node.whenFalse, scope };
    if (isIdentifier(node)) return this.#named(node, scope);
    if (isPropertyAccessExpression(node) || isElementAccessExpression(node)) return this.#member(node, scope);
    if (isCallExpression(node) && isIdentifier(node.expression))
      return this.#apply(
        node.expression,
        node.arguments.map((argument) => ({ node: argument, scope })),
        scope,
      );
    return null;
  }

  #declared(name: Node): Node | undefined {
    const symbol = this.#source.symbolOf(name);
    return symbol && this.#source.declarationOf(symbol);
  }

  #named(name: Node, scope: Scope): Value {
    const symbol = this.#source.symbolOf(name);
    for (let at = scope; at; at = at.outer) if (at.symbol === symbol?.id) return at.value;
    const declared = this.#declared(name);
    if (declared && isVariableDeclaration(declared) && declared.initializer)
      return { node: declared.initializer, scope };
    const texts = this.#source.textsOf(this.#source.typeOf(name));
    if (texts) return { text: texts[this.#choices.choose(`${symbol?.id}`, texts.length)] as string };
    if (declared && isParameterDeclaration(declared)) return this.#fromCallers(declared, name);
    throw new Unknown(name);
  }

  /** Returns a parameter's value as passed by the callers of its function. */
  #fromCallers(parameter: Node, name: Node): Value {
    const owner = parameter.parent;
    const declared = isFunctionDeclaration(owner)
      ? owner.name
      : isVariableDeclaration(owner.parent)
        ? owner.parent.name
        : null;
    if (!declared || !(isFunctionDeclaration(owner) || isArrowFunction(owner))) throw new Unknown(name);
    const calls = this.#source.callsOf(declared);
    const call = calls[this.#choices.choose(locationOf(declared), calls.length)];
    const argument = call?.arguments[owner.parameters.indexOf(parameter as never)];
    if (!argument) throw new Unknown(name);
    return { node: argument, scope: null };
  }

  /** Returns a field of a constant object, or any of its fields if the key is unknown. */
  #member(node: Node, scope: Scope): Value | null {
    if (!isPropertyAccessExpression(node) && !isElementAccessExpression(node)) return null;
    const object = this.#reduce({ node: node.expression, scope });
    if ('text' in object || !isObjectLiteralExpression(object.node)) {
      const texts = this.#source.textsOf(this.#source.typeOf(node));
      return texts ? { text: texts[this.#choices.choose(node.getText(), texts.length)] as string } : null;
    }
    const fields = object.node.properties.filter(isPropertyAssignment);
    if (isPropertyAccessExpression(node)) {
      const field = fields.find(({ name }) => name.getText() === node.name.text);
      return field ? { node: field.initializer, scope: object.scope } : null;
    }
    const field = fields[this.#choices.choose(node.getText(), fields.length)];
    return field ? { node: field.initializer, scope: object.scope } : null;
  }
}
