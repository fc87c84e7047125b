type Level = { readonly path: string; readonly isList: boolean; key: string; expectsKey: boolean };

/** The dotted keys of a JSON text (`jobs[].id`), each once, in order. The text may end anywhere. */
export function jsonPaths(text: string): string[] {
  const paths = new Set<string>();
  const levels: Level[] = [];
  const here = () => {
    const level = levels.at(-1);
    if (level === undefined) return '';
    return level.isList ? level.path : joined(level.path, level.key);
  };
  for (const [token, key] of text.matchAll(/"((?:[^"\\]|\\[\s\S])*)"|[[\]{},:]/g)) {
    const level = levels.at(-1);
    if (key !== undefined) {
      if (level === undefined || level.isList || !level.expectsKey) continue;
      level.key = key;
      level.expectsKey = false;
      if (levels.length <= deepest && paths.size < most) paths.add(joined(level.path, key));
    } else if (token === '{') levels.push({ path: here(), isList: false, key: '', expectsKey: true });
    else if (token === '[') levels.push({ path: `${here()}[]`, isList: true, key: '', expectsKey: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level !== undefined) level.expectsKey = !level.isList;
  }
  return [...paths];
}

const deepest = 8;
const most = 3000;

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
