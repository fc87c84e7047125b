import { handleSoapRequest, type SoapServiceOptions } from '../../src/soap/service.ts';
import type { Employer, Job } from '../../src/soap/types.ts';
import { prefixes } from './answers.ts';
import { aService, namespace } from './wire.ts';

/** An envelope around a call; `headers` go into its Header. */
export const aCall = (body: string, { headers = '', more = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope ${prefixes} xmlns:t="${namespace}" xmlns:map="http://xml.apache.org/xml-soap">` +
  `${headers && `<SOAP-ENV:Header>${headers}</SOAP-ENV:Header>`}<SOAP-ENV:Body>${body}</SOAP-ENV:Body>${more}</SOAP-ENV:Envelope>`;

/** A processJob whose job has these fields. */
export const aJobCall = (fields: string) => aCall(`<t:processJob><job>${fields}</job></t:processJob>`);

export type Heard = {
  readonly calls: string[];
  readonly jobs: { job: Job | null; employer: Employer | null; source: string | null }[];
  readonly errors: unknown[];
};
export type Post = {
  readonly body: string | Uint8Array;
  readonly soapAction?: string | null;
  readonly contentType?: string | null;
};

/** Posts to a service that writes down what it is asked. */
export async function ask(post: Post | string, options: Partial<SoapServiceOptions> = {}) {
  const {
    body,
    soapAction = null,
    contentType = 'text/xml; charset=utf-8',
  } = typeof post === 'string' ? { body: post } : post;
  const heard: Heard = { calls: [], jobs: [], errors: [] };
  const answer = await handleSoapRequest(
    { service: listening(heard), namespace, onError: (error) => heard.errors.push(error), ...options },
    { contentType, soapAction, body: typeof body === 'string' ? new TextEncoder().encode(body) : body },
  );
  const code = /<faultcode>SOAP-ENV:(\w+)<\/faultcode>/.exec(answer.body)?.[1];
  return { ...answer, heard, fault: code, job: heard.jobs.at(-1)?.job };
}

function listening({ calls, jobs }: Heard) {
  return aService({
    testService: async () => {
      calls.push('testService');
      return { kind: 'answered', value: 'ok' };
    },
    getPicklist: async (field) => {
      calls.push(`getPicklist ${field}`);
      return { kind: 'answered', value: [{ ikey: 'ft', ivalue: 'Full' }] };
    },
    processJob: async (job, employer, source) => {
      calls.push('processJob');
      jobs.push({ job, employer, source });
      return { kind: 'answered', value: 'created:1' };
    },
    deleteJob: async (jobId, source) => {
      calls.push(`deleteJob ${jobId} ${source}`);
      return { kind: 'answered', value: true };
    },
  });
}
