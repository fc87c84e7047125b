// The viewer of the OpenAPI document. It sends the token of your session's form with each try, so that trying works while signed in.
const csrf = document.querySelector('meta[name="csrf"]').content;
window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin === location.origin) request.headers['X-CSRF-Token'] = csrf;
    return request;
  },
});
