import { hash } from 'node:crypto';

/** SHA-256 of a text or bytes, as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** The same for equal values, whatever the order of their keys; `undefined` members do not count. */
export function fingerprint(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** JSON with sorted keys, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let members = '';
  if (Array.isArray(value)) {
    for (const item of value) members += `${members === '' ? '' : ','}${canonicalJson(item ?? null)}`;
    return `[${members}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const member: unknown = value[key as keyof typeof value];
    if (member !== undefined)
      members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
