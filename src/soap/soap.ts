/**
 * `quadwire/soap`: client and service of the SOAP job service, JobWebService (docs/soap-client.md). It needs no other package and runs on
 * Node 20.19 or newer.
 */
export { decodeParts, encodeParts, encodeReturn, type Parts, type Returns } from './codec.ts';
export { createJobService, serveJobService } from './job-service.ts';
export type { JobServiceOptions, ServedJobService, ServedJobServiceOptions } from './job-service.ts';
export { readEnvelope } from './envelope.ts';
export { writeEnvelope, writeFault } from './envelope-write.ts';
export { employerFields, helperFields, jobFields, operations } from './fields.ts';
export type { FieldKind, OperationName } from './fields.ts';
export { handleSoapRequest } from './service.ts';
export type { SoapRequest, SoapResponse, SoapServiceOptions } from './service.ts';
export type { SoapAuth } from './transport.ts';
export { picklistKey } from './types.ts';
export type {
  Assoc,
  CallOutcome,
  Employer,
  Fault,
  Job,
  JobLocation,
  JobWebService,
  PicklistKey,
  StringArray,
  UntypedValue,
} from './types.ts';
export { checkWsdl, type WsdlCheck } from './wsdl-check.ts';
export { readXml } from '../xml/xml.ts';
export { writeWsdl } from './wsdl.ts';
