const MOST_VALUES = 300;
const LONGEST_VALUE = 4_000;

export type HeadValues = {
  readonly values: Readonly<Record<string, string>>;
  readonly add: (name: string, value: string) => void;
};

/** Values outside the items: the first of a name counts, and neither their number nor their length grows with the document. */
export function headValues(): HeadValues {
  const values: Record<string, string> = Object.create(null);
  let count = 0;
  return {
    values,
    add(name, value) {
      if (count >= MOST_VALUES || name in values) return;
      const text = value.trim();
      if (text === '') return;
      values[name] = text.slice(0, LONGEST_VALUE);
      count += 1;
    },
  };
}
