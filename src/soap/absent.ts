/**
 * What stands in the Worker's bundle for packages that it never uses (`[alias]` in wrangler.toml): the `soap` package loads them, and
 * composes envelopes without them.
 */
export default function absent(): () => void {
  return nothing;
}

const nothing = () => {};
