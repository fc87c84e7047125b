import { describe, expect, test } from 'vitest';
import { aFault } from './answers.ts';
import { aClient, clientAnsweredWith } from './wire.ts';

const ofText = (text: string) =>
  clientAnsweredWith({ status: 500, body: aFault('SOAP-ENV:Client', text) }).processJob({}, {}, 's');

describe('the text of a fault', () => {
  test.each([
    'Login failed',
    'You are not logged in.',
    'Please log on first',
    'Sign-in required',
    'Not authorized',
    'Unauthorised request',
    'Authentication required',
    'Authorization failed for source quadwire',
    'Permission denied',
    'You do not have permission to post jobs',
    'User lacks the permission postJob',
    'Access denied',
    'Access to this service is forbidden',
    'Forbidden',
    'You are not permitted to call processJob',
    'Not allowed to use this service',
    'Invalid credentials',
    'Invalid user name or password',
    'Wrong password',
    'Unknown user',
    'Invalid API key',
    'Your session has expired',
    'The token is invalid',
    'Account suspended',
    'This account has been locked',
  ])('“%s” is trouble with us: the job is sent again once it is over', async (text) => {
    expect(await ofText(text)).toMatchObject({
      kind: 'troubled',
      why: 'unauthorized',
      fault: { message: text },
    });
  });

  test.each([
    'job_title is empty',
    'work_authorization: unknown key H1B',
    'The work authorization 7 is not in the list',
    'Work authorization required',
    'HTML is not permitted in job_desc',
    'job_desc contains a forbidden word',
    'travel_perc is not allowed',
    'Employer Signature Systems is blocked',
    'The author of the job is missing',
    'contact_email is not a valid address',
    'Unknown picklist key 12 for job_function',
    'Duplicate req_id',
    'resume_mode must be one of web, email',
    'The token %TITLE% in job_desc is not replaced',
    'A job needs at least one location',
    'user interface is no job_function',
  ])('“%s” is a refusal of the job', async (text) => {
    expect(await ofText(text)).toMatchObject({ kind: 'refused', reason: text });
  });
});

test('a fault whose detail has 190,000 members is trouble like any other', async () => {
  const body = aFault('SOAP-ENV:Server', 'no', `<detail>${'<a/>'.repeat(190_000)}<b>why</b></detail>`);
  const client = aClient({ fetch: async () => new Response(body, { status: 500 }) });
  expect(await client.testService()).toMatchObject({ kind: 'troubled', fault: { detail: 'why' } });
});
