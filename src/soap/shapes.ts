import { employerFields, helperFields, jobFields, operations, type OperationName } from './fields.ts';

/** What a value of the wire can be: the field kinds of `fields.ts`, the two records, and the list that `getPicklist` returns. */
export type Shape = SimpleShape | StructShape | ArrayShape;
export type SimpleShape = { readonly kind: 'string' | 'boolean' | 'int' | 'untyped[]' };
export type StructShape = {
  readonly kind: 'struct';
  readonly type: string;
  readonly fields: ReadonlyMap<string, Shape>;
};
export type ArrayShape = { readonly kind: 'array'; readonly item: StructShape };

/** The input parts of an operation, in order. */
export const partsOf = (operation: OperationName): ReadonlyMap<string, Shape> => inputs[operation];

/** What an operation returns. */
export const returnOf = (operation: OperationName): Shape => shapes[operations[operation].returns];

/** Whether a name is one of the four operations. */
export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);

/** Whether a name is one of the description's types. */
export const isTypeName = (name: string) => typeNames.has(name);

const fieldShapes = {
  string: { kind: 'string' },
  boolean: { kind: 'boolean' },
  int: { kind: 'int' },
  'untyped[]': { kind: 'untyped[]' },
  'stringarray[]': { kind: 'array', item: helper('stringarray') },
  'job_location[]': { kind: 'array', item: helper('job_location') },
  'assoc[]': { kind: 'array', item: helper('assoc') },
} as const satisfies Record<string, Shape>;

const shapes = {
  ...fieldShapes,
  job: struct('job', jobFields),
  employer: struct('employer', employerFields),
} as const satisfies Record<string, Shape>;

const typeNames: ReadonlySet<string> = new Set(['job', 'employer', ...Object.keys(helperFields)]);

const inputs = {
  testService: parts(operations.testService.parts),
  getPicklist: parts(operations.getPicklist.parts),
  processJob: parts(operations.processJob.parts),
  deleteJob: parts(operations.deleteJob.parts),
};

function helper(type: keyof typeof helperFields): StructShape {
  return {
    kind: 'struct',
    type,
    fields: new Map(helperFields[type].map((name): [string, Shape] => [name, { kind: 'string' }])),
  };
}

function struct(type: string, fields: Readonly<Record<string, keyof typeof fieldShapes>>): StructShape {
  return {
    kind: 'struct',
    type,
    fields: new Map(Object.entries(fields).map(([name, kind]): [string, Shape] => [name, fieldShapes[kind]])),
  };
}

function parts(kinds: Readonly<Record<string, keyof typeof shapes>>): ReadonlyMap<string, Shape> {
  return new Map(Object.entries(kinds).map(([name, kind]): [string, Shape] => [name, shapes[kind]]));
}
