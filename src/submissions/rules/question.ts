import { shorten } from '../../core/text.ts';
import { allAnswers, type Answers, answer, type Problem } from '../submission-answers.ts';
import type { FormTerms, ListQuestion } from '../terms.ts';
import type { FieldName } from '../words/form-texts.ts';
import { type Check, longer, type RuleTexts } from './checks.ts';

/** An answer as a check sees it: the only one, all of them, and the answers around it. */
export type QuestionContext = {
  readonly text: string;
  readonly chosen: readonly string[];
  readonly answers: Answers;
  readonly terms: FormTerms;
  readonly say: RuleTexts;
};

/** How a page asks: in a line or several, by a box, one of the form's own answers, entries of a school's list, or in a way of its own. */
export type QuestionKind =
  | ('line' | 'lines' | 'tick' | 'choice' | 'boxes' | 'pick' | 'meant')
  | ('entry' | 'entries' | 'threeEntries')
  | ('start' | 'until' | 'places' | 'place' | 'schools');

/** One question of the form: how pages draw it, what an answer must be, and where else the answer counts. */
export type Question = {
  /** Absent for a part that another question draws. */
  readonly as?: QuestionKind;
  readonly type?: 'email' | 'url' | 'tel';
  readonly autocomplete?: string;
  readonly width?: 'w4' | 'w8' | 'w16';
  readonly inputmode?: 'numeric' | 'decimal';
  readonly spellcheck?: false;
  readonly optional?: true;
  /** Lines of a text; `counted` shows its length where script runs, `edited` buttons for bold words and lists. */
  readonly rows?: number;
  readonly counted?: true;
  readonly edited?: true;
  /** The answer until somebody gives another. */
  readonly usual?: string;
  readonly from?: 'countries' | 'states' | 'currencies' | 'units' | 'travels' | 'documents';
  readonly empty?: 'selectState' | 'selectCountry';
  /** Questions right under an answer that makes them matter. */
  readonly under?: Readonly<Record<string, FieldName>>;
  /** Class of the style sheet that shows it only while another answer makes it matter. */
  readonly when?: string;
  /** Whether it is asked at all; always by default. */
  readonly isAsked?: (terms: FormTerms) => boolean;
  /** The question that this one confirms: the same answer sent again is meant. */
  readonly of?: FieldName;

  /** Whether other answers make it matter; always by default. */
  readonly matters?: (answers: Answers) => boolean;
  /** Fewest and most characters. Their messages are `rules.empty` and `rules.what`. */
  readonly least?: number;
  readonly most?: number;
  /** Any other rule; in place of that of its kind. */
  readonly check?: (asked: QuestionContext) => Check | readonly Problem[];

  /** The field of the service that holds it: a school that requires the field asks the question. */
  readonly service?: string;
  readonly isAnswered?: (answers: Answers) => boolean;
  /** The next job of an employer usually has the same answer. */
  readonly kept?: true;
  /** Only its writer can say it: no link fills it in, and staff ask for no change of it. */
  readonly personal?: true;
  /** A copy of a job is asked again. */
  readonly anew?: true;
  /** A column of the table of several jobs. */
  readonly column?: true;
};

export type QuestionName = FieldName | 'email_meant' | 'start_meant' | 'apply_url_meant';
/** The questions of a page in their order. A limit, or a kind that is checked, without its message is a compile error. */
export type Questions = {
  readonly [Name in QuestionName]?: Question &
    (Name extends keyof RuleTexts['empty'] ? unknown : WithoutMessage) &
    (Name extends keyof RuleTexts['what'] ? unknown : { readonly most?: never });
};
type WithoutMessage = { readonly least?: never } & (
  | { readonly check: NonNullable<Question['check']> }
  | { readonly as?: Exclude<QuestionKind, 'choice' | 'entry' | 'entries' | 'threeEntries'> }
);

/** The questions with their names, in their order. */
export function entriesOf(questions: Questions): readonly (readonly [name: string, question: Question])[] {
  return Object.entries<Question>(questions);
}

/** What is to be put right on a page, in the order of its questions. */
export function problemsOf(questions: Questions, answers: Answers, terms: FormTerms): readonly Problem[] {
  const say = terms.words.rules;
  return entriesOf(questions).flatMap(([id, question]) => {
    if (question.matters?.(answers) === false) return [];
    const asked = { text: answer(answers, id), chosen: allAnswers(answers, id), answers, terms, say };
    const found = problemAt(id, question, asked) ?? [];
    return typeof found === 'string' ? [{ id, message: found }] : found;
  });
}

function problemAt(id: string, { as, least = 0, most = Infinity, check }: Question, asked: QuestionContext) {
  const { text, say, terms } = asked;
  if (least > 0 && terms.plainText(text, as !== 'lines').length < least) return emptyText(say, id);
  const own = check === undefined ? kindProblem(id, as, asked) : check(asked);
  return own ?? longer(say, text, most, id);
}

/** What says that a question needs an answer, or a longer one. */
function emptyText({ empty }: RuleTexts, id: string): string | undefined {
  const messages: Readonly<Record<string, string>> = empty;
  return messages[id];
}

/** An answer is one of those that the page offers. */
function kindProblem(
  id: string,
  as: QuestionKind | undefined,
  { text, chosen, terms, say }: QuestionContext,
): Check {
  const own: Readonly<Record<string, object>> = terms.words.choices;
  switch (as) {
    case 'choice':
      return Object.keys(own[id] ?? {}).includes(text) ? undefined : emptyText(say, id);
    case 'entry':
    case 'entries':
    case 'threeEntries': {
      if (chosen.length === 0) return emptyText(say, id);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Questions of these kinds are the list questions.
      const offered = terms.lists[id as ListQuestion];
      // An entry that the list has lost since is named, so that nobody wonders what became of it.
      const lost = chosen.find((value) => !offered.includes(value));
      if (lost !== undefined) return say.gone({ what: shorten(lost, 80) });
      return as === 'threeEntries' && new Set(chosen).size > 3 ? say.atMostThree : undefined;
    }
    default:
      return undefined;
  }
}
