import { escapeAttribute, escapeText } from '../xml/escape.ts';
import { SOAP_ENCODING, SOAP_ENVELOPE, XSD, XSI } from './soap-names.ts';
import type { Fault } from './types.ts';

/** An envelope around the accessors of a call or an answer: unqualified parts inside a wrapper of the service's namespace. */
export function writeEnvelope(namespace: string, wrapper: string, accessors: string): string {
  return envelope(
    `<tns:${wrapper} xmlns:tns="${escapeAttribute(namespace)}" SOAP-ENV:encodingStyle="${SOAP_ENCODING}">${accessors}</tns:${wrapper}>`,
  );
}

/** An envelope around a fault (SOAP 1.1, 4.4). */
export function writeFault({ code, message, detail }: Fault): string {
  const detailElement =
    detail === undefined
      ? ''
      : `<detail><message xsi:type="xsd:string">${escapeText(detail)}</message></detail>`;
  return envelope(
    `<SOAP-ENV:Fault><faultcode>SOAP-ENV:${code}</faultcode><faultstring>${escapeText(message)}</faultstring>${detailElement}</SOAP-ENV:Fault>`,
  );
}

const envelope = (body: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP_ENVELOPE}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}" xmlns:SOAP-ENC="${SOAP_ENCODING}">` +
  `<SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
