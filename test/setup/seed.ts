/** What the cases of a property start from: `FUZZ_SEED=7` looks for new ones. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
