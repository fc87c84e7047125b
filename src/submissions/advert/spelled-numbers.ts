const ones =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const ten = tens.join('|');
const one = ones.join('|');
/** A number in words before what can be counted: `fifteen dollars`, `twenty-two hours`, `one semester`, `twelve counselors`. */
const counted = new RegExp(
  `(?<![\\p{L}-])(?:(${ten})(?:[- ](${ones.slice(0, 9).join('|')}))?|(${one}))(?=[- ](?:to |(?:\\p{L}+ ){0,3}\\p{L}+s\\b|(?:hour|week|month|year|semester|term|day|position|opening)\\b))`,
  'giu',
);

/** `fifteen dollars an hour` as `15 dollars an hour`. */
export function withDigits(text: string): string {
  return text.replace(counted, (_, tenWord?: string, rest?: string, plain?: string) =>
    String(
      tenWord === undefined
        ? ones.indexOf((plain ?? '').toLowerCase()) + 1
        : (tens.indexOf(tenWord.toLowerCase()) + 2) * 10 + ones.indexOf((rest ?? '').toLowerCase()) + 1,
    ),
  );
}
