import { isOf, type Envelope } from './envelope.ts';
import type { Fault } from './types.ts';
import type { XmlElement } from '../xml/xml.ts';

/** A fault as it came: in the terms of SOAP 1.1, and its own code, which may say more (`Client.Authentication`). */
export type ReceivedFault = { readonly fault: Fault; readonly code: string };

/** The fault of an answer, 1.1 (4.4) or 1.2; `undefined` if the answer is not a fault. */
export function readFault({ root, entry }: Envelope): ReceivedFault | undefined {
  if (!entry || !isOf(root, entry, 'Fault')) return undefined;
  const code = textOf(child(entry, 'faultcode')) ?? textOf(child(child(entry, 'Code'), 'Value')) ?? '';
  const subcode = textOf(child(child(child(entry, 'Code'), 'Subcode'), 'Value'));
  const message = textOf(child(entry, 'faultstring')) ?? textOf(child(child(entry, 'Reason'), 'Text')) ?? '';
  const detail = detailOf(child(entry, 'detail') ?? child(entry, 'Detail'));
  return {
    code: subcode ?? code,
    fault: {
      code: codeOf(code),
      message: message === '' ? 'a fault without a message' : message.slice(0, 2_000),
      ...(detail === '' ? {} : { detail }),
    },
  };
}

/** The class of a fault code: local name up to the first dot; what is no code of SOAP counts as the server's trouble. */
function codeOf(code: string): Fault['code'] {
  const local = code
    .slice(code.lastIndexOf(':') + 1)
    .split('.')[0]
    ?.toLowerCase();
  if (local === 'client' || local === 'sender') return 'Client';
  if (local === 'versionmismatch') return 'VersionMismatch';
  return local === 'mustunderstand' ? 'MustUnderstand' : 'Server';
}

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

const textOf = (element: XmlElement | undefined) => element?.text.trim();

/** All text of a detail, for people: stacks put anything there. */
function detailOf(element: XmlElement | undefined): string {
  if (!element) return '';
  const texts: string[] = [];
  const waiting = [element];
  for (let next = waiting.pop(); next && texts.length < 50; next = waiting.pop()) {
    const text = next.text.trim();
    if (text !== '') texts.push(text);
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return texts.join(' ').slice(0, 2_000);
}
