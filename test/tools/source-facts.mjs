// Reads one source file for `house.mjs`.
import { parseSync } from 'rolldown/utils';

export const countLines = (content) => content.split('\n').length - (content.endsWith('\n') ? 1 : 0);

/** What one pass over the syntax tree of a file finds. */
export function parsed(content, file) {
  const { program, comments, errors } = parseSync(file, content);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = { content, lines: countLines(content), comments: comments.map(({ value }) => value) };
  Object.assign(found, { strings: [], imports: [], exports: [], functions: [], calls: [], spreads: [] });
  const starts = [0];
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) starts.push(at + 1);
  walk(
    program,
    visitors(found, (at) => starts.findLastIndex((start) => start <= at) + 1),
  );
  return found;
}

function walk(node, visit, name) {
  visit[node.type]?.(node, name);
  for (const key in node) {
    const child = node[key];
    if (child === null || typeof child !== 'object') continue;
    const own = node.id?.name ?? node.key?.name ?? name;
    if (Array.isArray(child)) {
      for (const one of child) if (one?.type) walk(one, visit, own);
    } else if (child.type) walk(child, visit, own);
  }
}

function visitors(found, lineOf) {
  const from = (node) => {
    if (!node.source?.value.startsWith('.')) return;
    const names = (node.specifiers ?? []).map((one) => (one.imported ?? one.local ?? one).name ?? '*');
    found.imports.push({ to: node.source.value, names: names.length > 0 ? names : ['*'] });
  };
  const measure = (node, name) => {
    if (node.end - node.start < 600) return;
    const count = lineOf(node.end) - lineOf(node.start) + 1;
    if (count > 60) found.functions.push(`${node.id?.name ?? name}: ${count}`);
  };
  return {
    Literal: ({ value }) => void (typeof value === 'string' && found.strings.push(value)),
    TemplateElement: ({ value }) => void found.strings.push(value.raw),
    ImportDeclaration: from,
    ExportAllDeclaration: from,
    ImportExpression: from,
    ExportNamedDeclaration(node) {
      from(node);
      const own = node.declaration;
      if (!own || own.type.startsWith('TS')) return;
      for (const one of own.declarations ?? [own]) if (one.id.name) found.exports.push(one.id.name);
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    CallExpression({ callee }) {
      const name = callee.property?.name ?? callee.name;
      if (name) found.calls.push(callee.property ? `.${name}` : name);
    },
    // `...(x === undefined ? {} : { x })` and `...(x !== undefined && { x })`
    SpreadElement({ argument, start }) {
      const given = argument.type === 'ParenthesizedExpression' ? argument.expression : argument;
      const condition =
        given.type === 'ConditionalExpression' ? given.test : given.operator === '&&' ? given.left : {};
      const objects = [given.consequent, given.alternate, given.right].some(
        (one) => one?.type === 'ObjectExpression',
      );
      if (objects && condition.right?.name === 'undefined') found.spreads.push(lineOf(start));
    },
  };
}

/** Runs of 25 lines and more that are nothing but literals. */
export function literalRuns(content) {
  const value = /(?:'[^']*'|"[^"]*"|`[^`]*`|-?[\d._]+|true|false|\[[^()]*\]|\{[^()]*\})/.source;
  const literal = new RegExp(
    `^\\s*(?:(?:[\\w$]+|'[^']*'|"[^"]*"): )?${value},?\\s*$|^\\s*[^\\s(){}'";]*[\\w-]+(?:[=|,\\t][^\\s(){}'";]*)+(?: [^(){}'";]*)?\\s*$`,
  );
  const runs = [];
  let run = 0;
  for (const line of [...content.split('\n'), '']) {
    if (literal.test(line) && !/^\s*(?:import|export|return|const|let)\b/.test(line)) run += 1;
    else run = (run >= 25 && runs.push(run), 0);
  }
  return runs;
}
/** Texts of 10 lines and more that are neither markup nor SQL. */
export function longTexts(strings) {
  return strings
    .filter((piece) => !/<|\b(?:select|insert|update|delete|with)\b/i.test(piece))
    .map(countLines)
    .filter((count) => count >= 10);
}

/** What a file imports, by a pattern: for tests a syntax tree would cost too much. */
export function importedNames(content) {
  const pattern = /(?:import|export)\s+(?:type\s+)?([^'";]*?)\s*from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;
  return [...content.matchAll(pattern)].flatMap(([, names = '*', from, dynamic]) => {
    const all = names.includes('*') ? ['*'] : names.replace(/[{}]/g, '').split(',');
    return all.map((name) => ({
      from: from ?? dynamic,
      name: name
        .replace(/\btype\b/, '')
        .trim()
        .split(/\s+as\s+/)[0],
    }));
  });
}
