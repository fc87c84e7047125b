/** The Worker's entry. It serves health until the rest of the product runs there. */
const worker = {
  fetch: (request: Request): Response => {
    const { pathname } = new URL(request.url);
    return pathname === '/healthz'
      ? new Response('ok')
      : new Response('There is nothing here yet.', { status: 404 });
  },
};

export default worker;
