const MOST_VALUES = 300;
const LONGEST_VALUE = 4_000;

/** Values outside the items: the first of a name counts, and neither their number nor their length grows with the document. */
export function headValues() {
  const values: Record<string, string> = Object.create(null);
  let count = 0;
  return {
    values: values as Readonly<Record<string, string>>,
    add(name: string, value: string): void {
      if (count >= MOST_VALUES || name in values) return;
      const text = value.trim();
      if (text === '') return;
      values[name] = text.slice(0, LONGEST_VALUE);
      count += 1;
    },
  };
}
