/** The namespaces of SOAP 1.1, its encoding, XML Schema and WSDL, with the older ones that stacks still send. */
export const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12_ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
export const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const XSD = 'http://www.w3.org/2001/XMLSchema';
/** Where PHP, NuSOAP and Axis keep `Map`, an associative array. */
export const APACHE_SOAP = 'http://xml.apache.org/xml-soap';
export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
export const WSDL_SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';
/** The actor that means "the receiver of this message" (SOAP 1.1, 4.2.2). */
export const ACTOR_NEXT = 'http://schemas.xmlsoap.org/soap/actor/next';

const instances = new Set([
  XSI,
  'http://www.w3.org/2000/10/XMLSchema-instance',
  'http://www.w3.org/1999/XMLSchema-instance',
]);
const schemas = new Set([XSD, 'http://www.w3.org/2000/10/XMLSchema', 'http://www.w3.org/1999/XMLSchema']);

/** Whether a namespace is one of XML Schema's for instances (`xsi`). */
export const isInstanceNamespace = (namespace: string) => namespace === XSI || instances.has(namespace);
/** Whether a namespace is one of XML Schema's for types (`xsd`), or SOAP's, which repeats the simple types. */
export const isSimpleTypeNamespace = (namespace: string) =>
  schemas.has(namespace) || namespace === SOAP_ENCODING;
