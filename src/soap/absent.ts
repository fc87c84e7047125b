/**
 * The Worker's bundle has this file in place of packages that it never uses (`[alias]` in wrangler.toml): the `soap` package loads them, and
 * composes envelopes without them.
 */
export default function absent(): () => void {
  return nothing;
}

const nothing = () => {};
