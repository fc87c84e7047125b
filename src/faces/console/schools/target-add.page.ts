import { html } from 'hono/html';
import { errorAt, field, type FormError, select } from '../../web/html/html-fields.ts';
import { csrfField, type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { section } from '../../web/html/pieces.ts';
import { duration, type Html } from '../../web/html/format-text.ts';
import { type CheckResult, checkResult } from './target.page.ts';

/** The page that adds a target: what was typed, and what a check of it found. */
export type TargetAdd = {
  readonly typed: TargetTyped;
  readonly check?: CheckResult;
  readonly errors: readonly FormError[];
};

/** The fields, in the order of the page, before anything is typed. */
export const nothingTyped = {
  name: '',
  soap: '',
  namespace: '',
  auth: 'none',
  user: '',
  secretEnv: '',
  rest: '',
  tokenEnv: '',
  sourceId: '',
};
export type TargetTyped = Readonly<typeof nothingTyped>;

/** Ways in which a target may want to be asked; the service's description does not say. */
const authKinds = [
  { value: 'none', label: 'none' },
  { value: 'basic', label: 'HTTP basic' },
  { value: 'bearer', label: 'bearer token' },
  { value: 'wsse', label: 'WS-Security' },
] as const;

export function targetAddPage(frame: Frame, { typed, check, errors }: TargetAdd): Html {
  const at = (id: string) => errorAt(errors, id);
  return operationsPage(frame, {
    title: 'Add a school',
    section: 'Schools',
    crumb: { href: '/targets', label: 'Schools' },
    errors,
    lead: 'Nothing is posted before you say so. The check only reads.',
    content: html`<div class="cols half"><form method="post" action="/targets/add" novalidate>${csrfField(frame.csrf)}
${field({ id: 'name', label: 'Name', hint: 'Small letters, digits and dashes, like northfield', value: typed.name, width: 'w16', spellcheck: false, error: at('name') })}
${field({ id: 'soap', label: 'SOAP address', hint: 'As the school gave it, like https://elmhurst-csm.example/ws/jobs.php', type: 'url', value: typed.soap, error: at('soap') })}
${field({ id: 'namespace', label: 'SOAP namespace', hint: 'urn:JobWebService if left empty', optional: true, value: typed.namespace, spellcheck: false, error: at('namespace') })}
${select({ id: 'auth', label: 'Sign-on of the SOAP service', options: authKinds, value: typed.auth, width: 'w16', error: at('auth') })}
${field({ id: 'user', label: 'User name there', optional: true, value: typed.user, width: 'w16', spellcheck: false, error: at('user') })}
${field({ id: 'secretEnv', label: 'Name of its secret', hint: html`A variable like <code>QUADWIRE_SECRET_ELMHURST</code>, or a file of <code>QUADWIRE_SECRETS_DIR</code>; the secret itself is not stored`, optional: true, value: typed.secretEnv, width: 'w16', spellcheck: false, error: at('secretEnv') })}
${field({ id: 'rest', label: 'REST address', hint: 'For employer and contact look-up', optional: true, type: 'url', value: typed.rest, error: at('rest') })}
${field({ id: 'tokenEnv', label: 'Name of the secret with the REST token', optional: true, value: typed.tokenEnv, width: 'w16', spellcheck: false, error: at('tokenEnv') })}
${field({ id: 'sourceId', label: 'One source id for all feeds', hint: 'Only where the school gave one; otherwise each feed has its own', optional: true, value: typed.sourceId, width: 'w16', spellcheck: false, error: at('sourceId') })}
<div class="row band"><button class="primary" name="do" value="${check ? 'add' : 'check'}">${check ? 'Add the school, paused' : 'Check the connection'}</button>${check ? html`<button name="do" value="check">Check again</button>` : ''}</div></form>
${check ? section('check', 'Connection check', checkResult(frame, check), duration(check.ms)) : ''}</div>`,
  });
}
