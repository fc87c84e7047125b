/** The dotted keys at the beginning of a JSON text that may be cut off, `[]` for arrays: `jobs[].absolute_url`. */
export function jsonNames(text: string, most: number): string[] {
  const names = new Set<string>();
  const paths: string[] = [];
  const isArray: boolean[] = [];
  let key: string | undefined;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs)) {
    const object = isArray.at(-1) === false;
    if (token === '{' || token === '[') {
      const parent = paths.at(-1) ?? '';
      const own = isArray.at(-1) === true ? `${parent}[]` : joined(parent, key);
      paths.push(own);
      isArray.push(token === '[');
      key = undefined;
    } else if (token === '}' || token === ']') {
      paths.pop();
      isArray.pop();
      key = undefined;
    } else if (token === ',') key = undefined;
    else if (token !== ':' && object && key === undefined) {
      key = token.slice(1, -1);
      names.add(joined(paths.at(-1) ?? '', key));
      if (names.size >= most) break;
    }
  }
  return [...names];
}

function joined(path: string, key: string | undefined): string {
  if (key === undefined) return path;
  return path === '' ? key : `${path}.${key}`;
}
