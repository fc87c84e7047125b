import { WSDL, WSDL_SOAP, XSD } from './soap-names.ts';
import { attributeOf, readXml, type XmlElement } from '../xml/xml.ts';

/** A WSDL 1.1 as far as it describes SOAP over RPC: names without their prefixes. */
export type WsdlDocument = {
  readonly namespace: string;
  readonly endpoint: string | undefined;
  /** Fields by complex type; a type without own fields (an array) is left out. */
  readonly types: ReadonlyMap<string, readonly WsdlField[]>;
  /** Parts of the schema stand in other documents, which are not read. */
  readonly hasImports: boolean;
  readonly operations: ReadonlyMap<string, WsdlOperation>;
};
export type WsdlField = { readonly name: string; readonly type: string };
export type WsdlOperation = {
  readonly style: string;
  readonly uses: readonly string[];
  readonly namespace: string | undefined;
  readonly soapAction: string | undefined;
  readonly parts: readonly WsdlField[];
  readonly returns: readonly WsdlField[];
};

export type WsdlReading =
  | { readonly kind: 'wsdl'; readonly wsdl: WsdlDocument }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a WSDL from its text alone: nothing that it imports is fetched. */
export function readWsdl(text: string): WsdlReading {
  const xml = readXml(text.trim(), { instructions: 'ignore' });
  if (xml.kind === 'malformed') return { kind: 'unreadable', reason: `it is not well formed: ${xml.reason}` };
  const { root } = xml;
  if (root.name !== 'definitions' || root.namespace !== WSDL)
    return { kind: 'unreadable', reason: `it is no WSDL 1.1: the root element is ${root.name.slice(0, 60)}` };
  const binding = named(root, 'binding').find((element) => extension(element, 'binding'));
  if (!binding) return { kind: 'unreadable', reason: 'it has no binding for SOAP 1.1' };
  const bindingName = attributeOf(binding, 'name');
  const port = named(root, 'service')
    .flatMap((service) => named(service, 'port'))
    .find((candidate) => local(attributeOf(candidate, 'binding')) === bindingName);
  const address = port && extension(port, 'address');
  const schemas = named(root, 'types').flatMap((types) =>
    types.children.filter((child) => child.namespace === XSD),
  );
  return {
    kind: 'wsdl',
    wsdl: {
      namespace: attributeOf(root, 'targetNamespace') ?? '',
      endpoint: address && attributeOf(address, 'location'),
      types: typesOf(schemas),
      hasImports: named(root, 'import').length > 0 || schemas.some(importsFields),
      operations: operationsOf(root, binding),
    },
  };
}

const local = (name: string | undefined) => name?.slice(name.indexOf(':') + 1);

const named = (parent: XmlElement, name: string) =>
  parent.children.filter((child) => child.name === name && child.namespace === WSDL);

const extension = (parent: XmlElement | undefined, name: string) =>
  parent?.children.find((child) => child.name === name && child.namespace === WSDL_SOAP);

const importsFields = (schema: XmlElement) =>
  schema.children.some(
    (child) =>
      (child.name === 'import' || child.name === 'include') &&
      attributeOf(child, 'schemaLocation') !== undefined,
  );

function typesOf(schemas: readonly XmlElement[]): ReadonlyMap<string, readonly WsdlField[]> {
  const types = new Map<string, readonly WsdlField[]>();
  for (const schema of schemas)
    for (const type of schema.children)
      if (type.name === 'complexType') types.set(attributeOf(type, 'name') ?? '', fieldsOf(type));
  return types;
}

/** The elements anywhere in a type: in `all`, `sequence`, or an extension. */
function fieldsOf(type: XmlElement): readonly WsdlField[] {
  return type.children.flatMap((child) =>
    child.name === 'element'
      ? [{ name: attributeOf(child, 'name') ?? '', type: local(attributeOf(child, 'type')) ?? '' }]
      : fieldsOf(child),
  );
}

function operationsOf(root: XmlElement, binding: XmlElement): ReadonlyMap<string, WsdlOperation> {
  const messages = new Map(
    named(root, 'message').map((message) => [attributeOf(message, 'name'), partsOf(message)] as const),
  );
  const portType = named(root, 'portType').find(
    (candidate) => attributeOf(candidate, 'name') === local(attributeOf(binding, 'type')),
  );
  const style = attributeOf(extension(binding, 'binding') ?? binding, 'style') ?? 'document';
  return new Map(
    named(binding, 'operation').map((bound) => {
      const name = attributeOf(bound, 'name') ?? '';
      const declared =
        portType && named(portType, 'operation').find((one) => attributeOf(one, 'name') === name);
      const messageOf = (direction: string) =>
        messages.get(
          local(attributeOf(declared?.children.find((c) => c.name === direction) ?? bound, 'message')),
        ) ?? [];
      const bodies = ['input', 'output'].map((direction) => extension(named(bound, direction)[0], 'body'));
      const soap = extension(bound, 'operation');
      return [
        name,
        {
          style: (soap && attributeOf(soap, 'style')) ?? style,
          uses: bodies.map((body) => (body && attributeOf(body, 'use')) ?? 'literal'),
          namespace: bodies[0] && attributeOf(bodies[0], 'namespace'),
          soapAction: soap && attributeOf(soap, 'soapAction'),
          parts: messageOf('input'),
          returns: messageOf('output'),
        },
      ] as const;
    }),
  );
}

const partsOf = (message: XmlElement): readonly WsdlField[] =>
  named(message, 'part').map((part) => ({
    name: attributeOf(part, 'name') ?? '',
    type: local(attributeOf(part, 'type')) ?? '',
  }));
