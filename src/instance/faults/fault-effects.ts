import type { FaultRule } from './fault-rules.ts';

/** How a request ends that a rule struck: with an answer, or with a dead connection. */
export type Ending = { readonly kind: 'answer'; readonly response: Response } | { readonly kind: 'hang up' };

/** What is answered in place of carrying the call out; undefined for effects that the service itself shows (a fault). */
export function endingInstead(rule: FaultRule, url: string): Ending | undefined {
  switch (rule.effect) {
    case 'reset-before':
      return { kind: 'hang up' };
    case 'http':
      return answerInstead(htmlPage('Trouble on demand'), Number(rule.value), 'text/html;charset=UTF-8');
    case 'html':
      return answerInstead(
        htmlPage('Down for maintenance'),
        Number(rule.value ?? 200),
        'text/html;charset=UTF-8',
      );
    case 'redirect':
      return { kind: 'answer', response: new Response(null, { status: 302, headers: { location: url } }) };
    case 'rate-limit':
      return answerInstead('Rate Limit Exceeded', 429, 'text/plain;charset=UTF-8', {
        'retry-after': rule.value ?? '1',
      });
    default:
      return undefined;
  }
}

/** Spoils an answer as the rules say. */
export async function spoil(response: Response, rules: readonly FaultRule[]): Promise<Ending> {
  let current = response;
  for (const rule of rules) {
    if (rule.effect === 'lose-answer') return { kind: 'hang up' };
    current = await spoiltBy(current, rule);
  }
  return { kind: 'answer', response: current };
}

async function spoiltBy(response: Response, rule: FaultRule): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const again = (body: string | Uint8Array<ArrayBuffer>) =>
    new Response(body, { status: response.status, headers });
  const text = await response.text();
  switch (rule.effect) {
    case 'empty':
      return again('');
    case 'truncate':
      return again(text.slice(0, Math.floor(text.length * Number(rule.value ?? 0.5))));
    case 'php-warning':
      return again(
        `<br />\n<b>Warning</b>:  mysqli_query(): MySQL server has gone away in <b>/var/www/soap/server.php</b> on line <b>214</b><br />\n${text}`,
      );
    case 'charset': {
      const charset = (rule.value ?? 'iso-8859-1').toLowerCase();
      const type = headers.get('content-type') ?? 'text/xml';
      headers.set('content-type', `${type.replace(/;\s*charset=[^;]*/i, '')};charset=${charset}`);
      const declared = text.replace(/(<\?xml[^>]*encoding=["'])[^"']*/, `$1${charset}`);
      return again(singleBytes(declared, text.startsWith('<')));
    }
    case 'multiref':
      return again(withReferences(text));
    default:
      return again(text);
  }
}

/** A text in one byte a character; what does not fit is written as a reference in XML, as a question mark elsewhere. */
function singleBytes(text: string, isXml: boolean): Uint8Array<ArrayBuffer> {
  const fits = Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80 || (code >= 0xa0 && code < 0x100)) return char;
    return isXml ? `&#${code};` : '?';
  }).join('');
  return Uint8Array.from(fits, (char) => char.charCodeAt(0));
}

/**
 * The answer as Axis 1 writes it: the return value, and each item of an array, is an element of its own beside the wrapper, and
 * `href` points to it.
 */
export function withReferences(envelope: string): string {
  const found =
    /^(?<head>[\s\S]*?<(?<wrapper>[\w.-]+:\w+Response)\b[^>]*>\s*)<(?<name>[\w:.-]+)(?<attributes>[^>]*?)(?:\/>|>(?<content>[\s\S]*)<\/\k<name>>)(?<tail>\s*<\/\k<wrapper>>)(?<rest>[\s\S]*)$/.exec(
      envelope,
    )?.groups;
  if (found === undefined) return envelope;
  const { head, name, attributes, content = '', tail, rest } = found;
  if (/xsi:nil=/.test(attributes ?? '')) return envelope;
  const references: string[] = [];
  const scope = /\sxmlns:tns="[^"]*"/.exec(head ?? '')?.[0] ?? '';
  const refer = (attributes: string, content: string) => {
    references.push(
      `<multiRef id="id${references.length}" SOAP-ENC:root="0"${scope}${attributes}>${content}</multiRef>`,
    );
    return `href="#id${references.length - 1}"`;
  };
  const inside = /arrayType=/.test(attributes ?? '')
    ? content.replaceAll(
        /<item\b([^>]*)>([\s\S]*?)<\/item>/g,
        (_, attributes: string, content: string) => `<item ${refer(attributes, content)}/>`,
      )
    : content;
  const pointer = refer(attributes ?? '', inside);
  return `${head}<${name} ${pointer}/>${tail}${references.join('')}${rest}`;
}

/** An answer of a rule; statuses that have no body go without. */
export function answerInstead(
  body: string,
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Ending {
  const isBare = status === 204 || status === 205 || status === 304;
  return {
    kind: 'answer',
    response: new Response(isBare ? null : body, {
      status,
      headers: { 'content-type': type, ...headers },
    }),
  };
}

function htmlPage(title: string): string {
  return `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>The reference instance was told to answer so.</p></body></html>\n`;
}
