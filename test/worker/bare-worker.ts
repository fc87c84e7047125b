/** A Worker that does nothing: what the platform itself takes for a start. */
export default { fetch: () => new Response() };
