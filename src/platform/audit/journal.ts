/**
 * The journal outside the database: one line before each call to a target (the intent) and one after it (the outcome), with ids and
 * hashes only. It is what a lost or older database is rebuilt from.
 */
export type Journal = {
  /** Resolves when the lines stand on disk, flushed. */
  readonly write: (lines: readonly JournalLine[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type JournalLine = {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly what: 'intent' | 'outcome';
  readonly operation: 'processJob' | 'deleteJob';
  readonly target: string;
  readonly source: string;
  readonly externalSourceId: string;
  readonly jobId: string;
  /** Fingerprint of the posting; absent for deletes. */
  readonly hash?: string;
  /** How the call ended. */
  readonly outcome?: 'answered' | 'refused' | 'troubled' | 'unanswered';
  /** For an answered delete: whether the job is gone. */
  readonly delisted?: boolean;
};
