/** A publication of the executable model: texts and numbers, so that a search can compare states. */
export type ModelRow = {
  readonly belief: 'none' | 'maybe' | 'has';
  readonly print: number;
  readonly intent: 'leave' | 'show' | 'hide';
  readonly want: number;
  readonly cause: string;
  readonly call: 'idle' | 'due' | 'out' | 'parked';
  readonly op: '' | 'process' | 'delete';
  readonly sent: number;
  readonly before: string;
  readonly parked: string;
  readonly denied: number;
  readonly retried: number;
};
export type ModelEvent = {
  readonly type: string;
  readonly print?: number;
  readonly cause?: string;
  readonly by?: string;
};
export const CALLS: readonly ModelRow['call'][];
export const PUBLICATION: Readonly<Record<string, readonly string[]>>;
export const newPublication: ModelRow;
export function stepPublication(row: ModelRow, event: ModelEvent): ModelRow;
