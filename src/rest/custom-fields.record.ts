import type * as z from 'zod';

/** Collections of the client whose records have custom fields (REST 2.5 no. 1). */
export type CustomCollection = 'employers' | 'employerRegistrations' | 'contacts' | 'students' | 'faculty';

/** The custom fields of the caller's instance, by collection and `apiField`: `{ employers: { customPartnerTier: string } }`. */
export type CustomMap = { readonly [C in CustomCollection]?: object };

/** The custom fields that a map names for a collection; any field where it names none. */
export type CustomOf<M extends CustomMap, C extends CustomCollection> =
  M extends Readonly<Record<C, infer F extends object>> ? F : AnyCustom;
type AnyCustom = Readonly<Record<string, unknown>>;

/** An entry of `customFields` as a record has it. Its value is typed by the caller's map, which is believed. */
export type CustomField<F extends object> = {
  [K in keyof F & string]: {
    readonly apiField: K;
    readonly fieldLabel: string;
    readonly fieldType: string;
    /** Null when blank. */
    readonly value: F[K] | null;
  };
}[keyof F & string];

/** A record with its custom fields; they are there when the call asked for them with `customFields: 1`. */
export type Readable<T, F extends object> = Omit<T, 'customFields'> & {
  readonly customFields?: readonly CustomField<F>[] | undefined;
};

/** What is written of a record: custom fields by their `apiField` where the map names them, or as entries of `customFields`. */
export type Writable<W, F extends object> = W & {
  readonly customFields?: readonly CustomValue<F>[];
} & (string extends keyof F ? unknown : { readonly [K in keyof F]?: F[K] | null });

type CustomValue<F extends object> = {
  [K in keyof F & string]: { readonly apiField: K; readonly value: F[K] | null };
}[keyof F & string];

/** The schema of a record whose custom fields are typed by the caller's map. */
export function readable<T, F extends object>(record: z.ZodType<T>): z.ZodType<Readable<T, F>>;
export function readable(record: z.ZodType): z.ZodType {
  return record;
}
