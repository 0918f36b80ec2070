export { hostName, isLoopback, isRebound, LONGEST_BODY_MIB, readBody } from './forward.ts';
export { headerCredentials, headerSecrets } from './header-credentials.ts';
export { closeServer, createFrontServer, type Endpoint, listen, whyNotListening } from './listen.ts';
export {
  errorResponse,
  type HttpResponse,
  MOCK_SERVER,
  PRIVATE_HEADERS,
  type ResponseHeaders,
  sendResponse,
} from './response.ts';
export { allowedMethods, malformedQuery, methodNotAllowed, type RequestHead, type Route, route } from './route.ts';
export { isDocumentPath, type ReadQuery, readQuery, readTarget, type Target } from './target.ts';
