/** What writers of HTML and readers of RSS call of `entities`: the whole of it, and each older version, brings tables of its own. */
export { decodeHTML } from '../node_modules/htmlparser2/node_modules/entities/dist/decode.js';
export {
  encodeXML,
  escapeAttribute,
  escapeText,
} from '../node_modules/htmlparser2/node_modules/entities/dist/escape.js';
