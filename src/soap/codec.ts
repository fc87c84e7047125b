import { decodeAccessors } from './decode.ts';
import { accessorsOf } from './compound.ts';
import { encodeAccessor } from './encode.ts';
import type { Envelope } from './envelope.ts';
import type { OperationName } from './fields.ts';
import { createReader, type DecodeLimits } from './reader.ts';
import { partsOf, returnOf } from './shapes.ts';
import type { Assoc, Employer, Job, UntypedValue } from './types.ts';
import { attributeOf, type XmlElement } from '../xml/xml.ts';

/** The input parts of each operation (SOAP 3). A part may be absent on the wire. */
export type Parts = {
  readonly testService: Readonly<Record<string, never>>;
  readonly getPicklist: { readonly field?: string | null };
  readonly processJob: {
    readonly job?: Job | null;
    readonly employer?: Employer | null;
    readonly external_source_id?: string | null;
  };
  readonly deleteJob: { readonly job_id?: string | null; readonly external_source_id?: string | null };
};
/** What each operation returns. */
export type Returns = {
  readonly testService: string | null;
  readonly getPicklist: readonly (Assoc | null)[] | null;
  readonly processJob: string | null;
  readonly deleteJob: boolean | null;
};

export type Decoding<T> =
  | { readonly kind: 'decoded'; readonly value: T }
  | { readonly kind: 'wrong'; readonly problem: string };

export type DecodeOptions = {
  readonly unknownFields?: 'refuse' | 'ignore';
  readonly limits?: DecodeLimits;
};

/** The accessors of a call's parts (SOAP 1.1, 7.1). */
export function encodeParts<O extends OperationName>(operation: O, parts: Parts[O]): string {
  const values = new Map<string, unknown>(Object.entries(parts));
  let accessors = '';
  for (const [name, shape] of partsOf(operation))
    accessors += encodeAccessor(shape, name, values.get(name), name);
  return accessors;
}

/** The accessor of what an operation returns. */
export const encodeReturn = <O extends OperationName>(operation: O, value: Returns[O]): string =>
  encodeAccessor(returnOf(operation), 'return', value, 'return');

/** The parts of a call, found by name in any order, or by place where a stack without the description invents names. */
export function decodeParts<O extends OperationName>(
  operation: O,
  call: XmlElement,
  envelope: Envelope,
  options: DecodeOptions = {},
): Decoding<Parts[O]> {
  const reader = readerFor(call, envelope, options);
  const shapes = partsOf(operation);
  const names = [...shapes.keys()];
  const accessors = accessorsOf(reader, call);
  const byPlace = [...accessors.keys()].every((name) => INVENTED.test(name));
  const entries: [string, UntypedValue][] = [];
  let place = 0;
  for (const [given, elements] of accessors) {
    const name = (byPlace ? names[place] : given) ?? given;
    place += 1;
    const shape = shapes.get(name);
    if (shape) entries.push([name, decodeAccessors(reader, shape, elements, name)]);
    else if (reader.unknownFields === 'refuse')
      reader.problem ??= `${operation}: has no part ${name.slice(0, 60)}`;
  }
  // The tables that shaped these entries are the tables that the types are made of; here keys become PicklistKeys.
  return reader.problem === undefined
    ? { kind: 'decoded', value: Object.fromEntries(entries) as Parts[O] }
    : { kind: 'wrong', problem: reader.problem };
}

/** What an operation returned: the first accessor of the response wrapper, whatever both are called (SOAP 1.1, 7.1). */
export function decodeReturn<O extends OperationName>(
  operation: O,
  wrapper: XmlElement,
  envelope: Envelope,
  options: DecodeOptions = {},
): Decoding<Returns[O]> {
  const reader = readerFor(wrapper, envelope, options);
  const first = wrapper.children[0];
  const accessors = wrapper.children.filter((child) => child.name === first?.name);
  const value = decodeAccessors(reader, returnOf(operation), accessors, 'return');
  // As above: the shape that decoded is the one that the type is made of.
  return reader.problem === undefined
    ? { kind: 'decoded', value: value as Returns[O] }
    : { kind: 'wrong', problem: reader.problem };
}

/** Names that stacks invent for parts when they do not know them: SOAP::Lite, PHP without a WSDL, others. */
const INVENTED = /^(?:c-gensym|param|arg|in|p|_)[0-9]+$/;

function readerFor(wrapper: XmlElement, { bodyElement }: Envelope, options: DecodeOptions) {
  const values = bodyElement.children;
  return createReader(values, {
    namespaces: new Set([wrapper.namespace]),
    unknownFields: options.unknownFields ?? 'ignore',
    ...(options.limits ? { limits: options.limits } : {}),
  });
}

/** Entries of a Body beside the call that are not the targets of references. */
export const strayEntries = ({ bodyElement, entry }: Envelope): readonly XmlElement[] =>
  bodyElement.children.filter((child) => child !== entry && attributeOf(child, 'id') === undefined);
