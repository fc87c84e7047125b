/**
 * The bundles have this file in place of packages that they never use (`[alias]` in wrangler.toml, `build/build.ts`). The `soap` package loads
 * HTTP clients, `xml2js` a writer of XML, `sanitize-html` a reader of styles and one of dates, `pg-boss` one of recurrence rules, the SDK
 * of MCP a checker of forms, `better-auth` telemetry and a store in memory; envelopes go by `fetch`, nothing writes by `xml2js`, no style or date is read by it, every schedule is a cron expression, no form is asked for.
 */
export default function absent(): () => void {
  return nothing;
}

export { absent as RRuleTemporal };

/** Accounts tell nobody how they are used. */
export const createTelemetry = async () => ({ publish: nothing });

const nothing = () => {};
