import { SOAP_12_ENVELOPE, SOAP_ENCODING, SOAP_ENVELOPE } from './soap-names.ts';
import { attributeOf, type XmlElement } from '../xml/xml.ts';

export type Envelope = {
  readonly version: '1.1' | '1.2';
  readonly root: XmlElement;
  readonly headers: readonly XmlElement[];
  readonly bodyElement: XmlElement;
  /** The first entry of the Body that is a root of its serialization (SOAP 1.1, 5.6): the call, the answer or the fault. */
  readonly entry: XmlElement | undefined;
};

export type EnvelopeReading =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'other-version'; readonly reason: string }
  | { readonly kind: 'not-an-envelope'; readonly reason: string };

/** Reads Envelope, Header and Body in their order (SOAP 1.1, section 4); SOAP 1.2 by the same rules, for its faults. */
export function readEnvelope(root: XmlElement): EnvelopeReading {
  if (root.name !== 'Envelope')
    return { kind: 'not-an-envelope', reason: `the root element is ${root.name.slice(0, 60)}` };
  const version = versionOf(root.namespace);
  if (!version) return { kind: 'other-version', reason: 'the envelope is not in a namespace of SOAP' };
  const inside = root.children;
  const at = inside.findIndex((child) => isOf(root, child, 'Body'));
  const bodyElement = inside[at];
  if (!bodyElement) return { kind: 'not-an-envelope', reason: 'there is no Body' };
  const before = inside.slice(0, at);
  const header = before[0];
  if (before.length > 1 || (header && !isOf(root, header, 'Header')))
    return { kind: 'not-an-envelope', reason: 'something stands before the Body that is not one Header' };
  // SOAP 1.1, section 4: what follows the Body must be in a namespace; 1.2 allows nothing there.
  if (inside.slice(at + 1).some((child) => child.namespace === '' || child.namespace === root.namespace))
    return { kind: 'not-an-envelope', reason: 'something stands after the Body' };
  const entry = bodyElement.children.find((child) => attributeOf(child, 'root', SOAP_ENCODING) !== '0');
  const headers = header?.children ?? [];
  return { kind: 'envelope', envelope: { version, root, headers, bodyElement, entry } };
}

/** Whether an element is one of the envelope's own, in the envelope's namespace. */
export const isOf = (envelope: XmlElement, element: XmlElement, name: string) =>
  element.name === name && element.namespace === envelope.namespace;

/** Whether an entry claims an encoding other than SOAP 1.1's (4.1.1); an empty or absent attribute claims nothing. */
export function hasForeignEncoding({ root, bodyElement, entry }: Envelope): boolean {
  const claim = [entry, bodyElement, root]
    .map((element) => element && attributeOf(element, 'encodingStyle', root.namespace))
    .find((style) => style !== undefined);
  const styles = claim?.split(/\s+/).filter((style) => style !== '') ?? [];
  return styles.length > 0 && !styles.some((style) => style.startsWith(SOAP_ENCODING.slice(0, -1)));
}

/** Whether an attribute of the envelope's namespace says yes; `true` is what 1.2 and careless stacks write for `1`. */
export function saysYes(element: XmlElement, name: string, namespace: string): boolean {
  const value = attributeOf(element, name, namespace)?.trim();
  return value === '1' || value === 'true';
}

function versionOf(namespace: string): '1.1' | '1.2' | undefined {
  if (namespace === SOAP_ENVELOPE) return '1.1';
  return namespace === SOAP_12_ENVELOPE ? '1.2' : undefined;
}
