/**
 * The bundles have this file in place of packages that they never use (`[alias]` in wrangler.toml, `build/build.ts`). The `soap` package loads
 * HTTP clients, `xml2js` a writer of XML, `sanitize-html` a reader of styles; envelopes go by `fetch`, nothing writes by `xml2js`, and no style is kept.
 */
export default function absent(): () => void {
  return nothing;
}

const nothing = () => {};
