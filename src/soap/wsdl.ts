import { escapeAttribute } from '../xml/escape.ts';
import { employerFields, helperFields, jobFields, operations, type FieldKind } from './fields.ts';
import { SOAP_ENCODING, WSDL, WSDL_SOAP, XSD } from './soap-names.ts';

/** The WSDL of JobWebService at an address (docs/spec/soap-service.md): rpc/encoded, SOAPAction `{soap_url}#<operationName>`. */
export function writeWsdl(namespace: string, endpoint: string): string {
  const ns = escapeAttribute(namespace);
  const names = Object.keys(operations);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<definitions name="JobWebService" xmlns="${WSDL}" xmlns:wsdl="${WSDL}" xmlns:soap="${WSDL_SOAP}" xmlns:xsd="${XSD}" xmlns:SOAP-ENC="${SOAP_ENCODING}" xmlns:tns="${ns}" targetNamespace="${ns}">`,
    '<types>',
    `<xsd:schema targetNamespace="${ns}">`,
    `<xsd:import namespace="${SOAP_ENCODING}"/>`,
    `<xsd:import namespace="${WSDL}"/>`,
    ...Object.entries(helperFields).map(([type, fields]) =>
      complexType(
        type,
        fields.map((name) => [name, 'string']),
      ),
    ),
    ...Object.keys(helperFields).map(arrayType),
    complexType('job', Object.entries(jobFields)),
    complexType('employer', Object.entries(employerFields)),
    '</xsd:schema>',
    '</types>',
    ...Object.entries(operations).map(([name, operation]) => messages(name, operation)),
    '<portType name="JobWebServicePortType">',
    ...names.map(
      (name) =>
        `<operation name="${name}"><input message="tns:${name}Request"/><output message="tns:${name}Response"/></operation>`,
    ),
    '</portType>',
    '<binding name="JobWebServiceBinding" type="tns:JobWebServicePortType">',
    '<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>',
    ...names.map((name) => binding(name, ns, escapeAttribute(endpoint))),
    '</binding>',
    '<service name="JobWebService">',
    `<port name="JobWebServicePort" binding="tns:JobWebServiceBinding"><soap:address location="${escapeAttribute(endpoint)}"/></port>`,
    '</service>',
    '</definitions>',
    '',
  ].join('\n');
}

type TypeName = FieldKind | keyof typeof helperFields | 'job' | 'employer' | 'assoc[]';
type Operation = { readonly parts: Readonly<Record<string, TypeName>>; readonly returns: TypeName };

function complexType(type: string, fields: readonly (readonly [string, TypeName])[]): string {
  const elements = fields.map(
    ([name, kind]) =>
      `<xsd:element name="${name}" type="${typeOf(kind)}" minOccurs="0" maxOccurs="1" nillable="true"/>`,
  );
  return `<xsd:complexType name="${type}">\n<xsd:all>\n${elements.join('\n')}\n</xsd:all>\n</xsd:complexType>`;
}

/** An array in the way of WSDL 1.1, 2.2: a restriction of `SOAP-ENC:Array` by its `arrayType`. */
const arrayType = (item: string) =>
  `<xsd:complexType name="${item}Array"><xsd:complexContent><xsd:restriction base="SOAP-ENC:Array">` +
  `<xsd:attribute ref="SOAP-ENC:arrayType" wsdl:arrayType="tns:${item}[]"/>` +
  '</xsd:restriction></xsd:complexContent></xsd:complexType>';

function messages(name: string, { parts, returns }: Operation): string {
  const inputs = Object.entries(parts).map(([part, kind]) => `<part name="${part}" type="${typeOf(kind)}"/>`);
  return (
    `<message name="${name}Request">${inputs.join('')}</message>\n` +
    `<message name="${name}Response"><part name="return" type="${typeOf(returns)}"/></message>`
  );
}

function binding(name: string, namespace: string, endpoint: string): string {
  const body = `<soap:body use="encoded" namespace="${namespace}" encodingStyle="${SOAP_ENCODING}"/>`;
  return (
    `<operation name="${name}"><soap:operation soapAction="${endpoint}#${name}" style="rpc"/>` +
    `<input>${body}</input><output>${body}</output></operation>`
  );
}

function typeOf(kind: TypeName): string {
  if (kind === 'untyped[]') return 'SOAP-ENC:Array';
  if (kind === 'string' || kind === 'boolean' || kind === 'int') return `xsd:${kind}`;
  return `tns:${kind.replace('[]', 'Array')}`;
}
