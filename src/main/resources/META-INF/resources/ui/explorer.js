// @ts-check
/**
 * For the API explorer: the examples run in order. Who signs in there is signed in, and the ids of the examples stand for
 * what was made last: the order, its token, its payment. Nothing is kept beyond the tab, and nothing goes elsewhere.
 */

/** Example of the contract, and what it stands for by now. @type {Map<string, string>} */
const explorerNames = new Map();
const explorerExamples = {
  order: 'ord_0P4X8KQ2V9TBM',
  payment: 'pay_0P4X8M7C3HJ5A',
  refund: 'ref_0P4X9B2D6KM8W',
  token: /pt_AQFb0Zk3mWq8R1t5[A-Za-z0-9_-]+/,
  key: /^7a0c1f5e-(order|refund)-1$/,
};

/** @param {string} text */
function explorerRename(text) {
  let renamed = text.replace(explorerExamples.token, explorerNames.get('token') ?? '$&');
  for (const kind of /** @type {const} */ (['order', 'payment', 'refund'])) {
    renamed = renamed.replaceAll(explorerExamples[kind], explorerNames.get(kind) ?? explorerExamples[kind]);
  }
  return renamed;
}

/** A request that is about to be sent. @param {any} request */
function explorerRequest(request) {
  request.url = explorerRename(request.url);
  if (typeof request.body === 'string') {
    request.body = explorerRename(request.body);
  }
  const headers = request.headers ??= {};
  const signedIn = explorerNames.get('authorization');
  if (signedIn && !headers.Authorization) {
    headers.Authorization = signedIn;
  }
  // a key belongs to the first request with it, and the example's would be everybody's: another one replays
  if (explorerExamples.key.test(headers['Idempotency-Key'])) {
    headers['Idempotency-Key'] += `-${Date.now().toString(36)}`;
  }
  if (headers['If-Match'] === '"0"') {
    headers['If-Match'] = explorerNames.get('etag') ?? '"0"';
  }
  return request;
}

/** An answer that has come. @param {any} response */
function explorerResponse(response) {
  const path = new URL(response.url, location.href).pathname;
  const body = response.body ?? response.obj;
  const [, kind] = /^\/(orders|payments|refunds)(\/|$)/.exec(path) ?? [];
  if (!response.ok || typeof body !== 'object') {
    return response;
  }
  if (path === '/sandbox/login') {
    explorerNames.set('authorization', `${body.tokenType} ${body.accessToken}`);
  } else if (path === '/tokens') {
    explorerNames.set('token', body.token);
  } else if (path === '/pay') {
    explorerNames.set('payment', body.id);
  } else if (path.endsWith('/refunds') && body.id) {
    explorerNames.set('refund', body.id);
  } else if (kind === 'orders' && body.id) {
    explorerNames.set('order', body.id);
    explorerNames.set('etag', response.headers.etag ?? '"0"');
  }
  return response;
}

/** Names of the files before this one, which are Quarkus's. */
const explorerFiles = /** @type {any} */ (window);
explorerFiles.SwaggerUIBundle({
  url: '/q/openapi',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // a person signs in once, not after each reload
  persistAuthorization: true,
  // else it would ask somebody else's service what that makes of the contract
  validatorUrl: null,
  requestInterceptor: explorerRequest,
  responseInterceptor: explorerResponse,
  presets: [explorerFiles.SwaggerUIBundle.presets.apis, explorerFiles.SwaggerUIStandalonePreset],
  plugins: [explorerFiles.SwaggerUIBundle.plugins.DownloadUrl],
  layout: 'StandaloneLayout',
});
