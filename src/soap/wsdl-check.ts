import { employerFields, helperFields, jobFields, operations, type OperationName } from './fields.ts';
import { isOperation } from './shapes.ts';
import { readWsdl, type WsdlDocument, type WsdlField } from './wsdl-read.ts';

/** What a target's WSDL says, held against the description (docs/spec/soap-service.md). */
export type WsdlCheck = {
  /** The four operations are there, as rpc/encoded, with the parts that we send. */
  readonly usable: boolean;
  /** Why it is not usable. */
  readonly problems: readonly string[];
  /** Differences that do no harm, explained. */
  readonly notes: readonly string[];
  /** Fields that it lacks, such as `job.travel_perc`: this target does not take them. */
  readonly fieldsNotTaken: readonly string[];
  readonly namespace?: string;
  readonly endpoint?: string;
  readonly soapActions: Partial<Readonly<Record<OperationName, string>>>;
};

/** Holds the text of a WSDL against the description: operations, rpc/encoded, parts, fields. Nothing is fetched. */
export function checkWsdl(text: string): WsdlCheck {
  const reading = readWsdl(text);
  if (reading.kind === 'unreadable')
    return {
      usable: false,
      problems: [`The WSDL cannot be used: ${reading.reason}.`],
      notes: [],
      fieldsNotTaken: [],
      soapActions: {},
    };
  const { wsdl } = reading;
  const findings: Findings = { problems: [], notes: [], fieldsNotTaken: [] };
  for (const name of Object.keys(operations)) if (isOperation(name)) checkOperation(wsdl, name, findings);
  for (const name of wsdl.operations.keys())
    if (!isOperation(name)) findings.notes.push(`It offers ${name}, which we do not use.`);
  for (const [type, fields] of Object.entries(records)) checkFields(wsdl, type, fields, findings);
  return {
    usable: findings.problems.length === 0,
    ...findings,
    soapActions: soapActionsOf(wsdl),
    namespace: wsdl.operations.get('processJob')?.namespace ?? wsdl.namespace,
    endpoint: wsdl.endpoint,
  };
}

type Findings = { problems: string[]; notes: string[]; fieldsNotTaken: string[] };

/** The kinds of every record's fields. */
const records: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  job: jobFields,
  employer: employerFields,
  ...Object.fromEntries(
    Object.entries(helperFields).map(([type, names]) => [
      type,
      Object.fromEntries(names.map((name) => [name, 'string'])),
    ]),
  ),
};

/** Where the fields of a type stand in what we send. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  job: ['job'],
  employer: ['employer'],
  job_location: ['job.job_locations'],
};

function checkOperation(wsdl: WsdlDocument, name: OperationName, { problems, notes }: Findings): void {
  const offered = wsdl.operations.get(name);
  if (!offered) {
    problems.push(`The operation ${name} is missing.`);
    return;
  }
  if (offered.style !== 'rpc') problems.push(`${name}: expected style rpc, came ${offered.style}.`);
  for (const use of new Set(offered.uses))
    if (use !== 'encoded') problems.push(`${name}: expected use encoded, came ${use}.`);
  const expected: Readonly<Record<string, string>> = operations[name].parts;
  const names = offered.parts.map((part) => part.name);
  for (const part of Object.keys(expected))
    if (!names.includes(part)) problems.push(`${name}: the part ${part} is missing.`);
  for (const part of offered.parts) {
    const kind = Object.hasOwn(expected, part.name) ? expected[part.name] : undefined;
    if (kind === undefined) notes.push(`${name} has a part ${part.name}, which we do not send.`);
    else compareType(`${name}, part ${part.name}`, kind, part, notes);
  }
  const [returned] = offered.returns;
  if (returned) compareType(`${name}, its return`, operations[name].returns, returned, notes);
  else notes.push(`${name}: it does not say what it returns.`);
}

function checkFields(
  wsdl: WsdlDocument,
  type: string,
  expected: Readonly<Record<string, string>>,
  { notes, fieldsNotTaken }: Findings,
): void {
  const fields = wsdl.types.get(type);
  if (!fields) {
    notes.push(
      wsdl.hasImports
        ? `The type ${type} is in another document, which was not read: its fields are not checked.`
        : `The type ${type} is not described: its fields are not checked.`,
    );
    return;
  }
  const given = new Map(fields.map((field) => [field.name, field]));
  for (const [name, kind] of Object.entries(expected)) {
    const field = given.get(name);
    if (field) compareType(`${type}.${name}`, kind, field, notes);
    else {
      notes.push(`This target does not take field ${name} of ${type}.`);
      fieldsNotTaken.push(...(placesOf[type] ?? []).map((place) => `${place}.${name}`));
    }
  }
  for (const name of given.keys())
    if (!Object.hasOwn(expected, name)) notes.push(`${type} has a field ${name}, which we do not send.`);
}

/** Types of other names do no harm: what we send carries its type on the wire. */
function compareType(place: string, kind: string, { type }: WsdlField, notes: string[]): void {
  const simple =
    kind === 'string' || kind === 'boolean' || kind === 'int' || kind === 'job' || kind === 'employer';
  if (type === '' || type === 'anyType' || (simple ? type === kind : !SIMPLE.has(type))) return;
  notes.push(`${place}: expected ${kind}, came ${type}.`);
}

const SIMPLE: ReadonlySet<string> = new Set([
  'string',
  'boolean',
  'int',
  'integer',
  'float',
  'double',
  'date',
  'dateTime',
]);

function soapActionsOf(wsdl: WsdlDocument): Partial<Record<OperationName, string>> {
  const actions: Partial<Record<OperationName, string>> = {};
  for (const [name, { soapAction }] of wsdl.operations)
    if (isOperation(name) && soapAction !== undefined) actions[name] = soapAction;
  return actions;
}
