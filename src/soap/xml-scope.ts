/** What prefixes mean at a place in a document; values such as `xsi:type` are prefixed too. */
export type Scope = { readonly names: ReadonlyMap<string, string>; readonly outer: Scope | undefined };

export type QualifiedName = { readonly namespace: string; readonly name: string };

/** What is declared before any document declares anything. */
export const builtInScope: Scope = {
  names: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
  outer: undefined,
};

/** What a prefix means at a place; `undefined` when nobody declared it. */
export function namespaceOf(scope: Scope, prefix: string): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = at.names.get(prefix);
    if (found !== undefined) return found;
  }
  return prefix === '' ? '' : undefined;
}

/** A prefixed name in full; `undefined` when it is no such name or nobody declared its prefix. */
export function qualify(scope: Scope, name: string): QualifiedName | undefined {
  const colon = name.indexOf(':');
  if (colon === -1) return { namespace: namespaceOf(scope, '') ?? '', name };
  const local = name.slice(colon + 1);
  if (colon === 0 || local === '' || local.includes(':') || /^[-.0-9]/.test(local)) return undefined;
  const namespace = namespaceOf(scope, name.slice(0, colon));
  return namespace === undefined ? undefined : { namespace, name: local };
}
