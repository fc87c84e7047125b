import type { RecordData } from '../instance-schema.ts';

/** What a route answers: a status, a JSON body, and headers of its own. */
export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Messages by field; nested fields use dots. */
export type FieldMessages = Readonly<Record<string, string>>;

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });

/** An error without fields. */
export function failed(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, body: { errors: { message } }, headers };
}

/** A request whose fields are at fault. */
export function unprocessable(errors: FieldMessages): Reply {
  return { status: 422, body: errorsOf(errors) };
}

export function errorsOf(errors: FieldMessages): RecordData {
  return { errors: { field_errors: errors } };
}

export const unknownId = failed(404, 'There is no record with this id.');

export const required = 'This field is required.';
