/** The record's own member of this name: a name from a request, like `constructor`, finds nothing that the record only inherits. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
