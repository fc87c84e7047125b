const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const prefixes =
  `xmlns:SOAP-ENV="${SOAP11}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"';

/** An envelope of SOAP 1.1 around a Body. */
export const anEnvelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope ${prefixes}><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

/** An answer around its return. */
export const anAnswer = (returned: string) =>
  anEnvelope(`<ns1:response xmlns:ns1="urn:JobWebService">${returned}</ns1:response>`);

/** A fault of SOAP 1.1. */
export const aFault = (code: string, message = 'no', detail = '') =>
  anEnvelope(
    `<SOAP-ENV:Fault><faultcode>${code}</faultcode><faultstring>${message}</faultstring>${detail}</SOAP-ENV:Fault>`,
  );

/** A fault of SOAP 1.2. */
export const aFault12 = (code: string, message = 'no') =>
  '<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body><env:Fault>' +
  `<env:Code><env:Value>env:${code}</env:Value></env:Code><env:Reason><env:Text xml:lang="en">${message}</env:Text></env:Reason>` +
  '</env:Fault></env:Body></env:Envelope>';

export type HttpAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
};

export const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
