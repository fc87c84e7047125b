/** What prefixes mean at a place in a document; values such as `xsi:type` are prefixed too. */
export type Scope = {
  readonly names: ReadonlyMap<string, string>;
  readonly outer: Scope | undefined;
  /** Of names without a prefix. */
  readonly namespace: string;
  /** Names that were asked for here, in full. */
  readonly known: Map<string, QualifiedName | undefined>;
  /** Rests of start tags that were read here: a message says the same few again and again. */
  readonly tags: (readonly [rest: string, tag: TagRest])[];
};
export type Attribute = QualifiedName & { readonly value: string };
/** The rest of a start tag: its attributes in full names, what holds inside, whether it is empty, and how long it is. */
export type TagRest = {
  readonly kind: 'tag';
  readonly attributes: readonly Attribute[];
  readonly scope: Scope;
  readonly empty: boolean;
  readonly length: number;
};

export type QualifiedName = { readonly namespace: string; readonly name: string };

/** The scope of a document's root, in which nothing is declared yet. */
export const rootScope = () =>
  createScope(new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), undefined);

/** The scope inside an element that declares these. */
export const createScope = (names: ReadonlyMap<string, string>, outer: Scope | undefined): Scope => ({
  names,
  outer,
  namespace: names.get('') ?? outer?.namespace ?? '',
  known: new Map(),
  tags: [],
});

/** A prefixed name in full; `undefined` when it is no such name or nobody declared its prefix. */
export function qualify(scope: Scope, name: string): QualifiedName | undefined {
  if (!name.includes(':')) return { namespace: scope.namespace, name };
  const known = scope.known.get(name);
  if (known !== undefined) return known;
  const qualified = qualifyAnew(scope, name);
  scope.known.set(name, qualified);
  return qualified;
}

function qualifyAnew(scope: Scope, name: string): QualifiedName | undefined {
  const colon = name.indexOf(':');
  const local = name.slice(colon + 1);
  if (colon === 0 || local === '' || local.includes(':') || /^[-.0-9]/.test(local)) return undefined;
  const namespace = namespaceOf(scope, name.slice(0, colon));
  return namespace === undefined ? undefined : { namespace, name: local };
}

/** What a prefix means at a place; `undefined` when nobody declared it. */
function namespaceOf(scope: Scope, prefix: string): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = at.names.get(prefix);
    if (found !== undefined) return found;
  }
  return undefined;
}
