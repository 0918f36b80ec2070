import { gzipSync } from 'node:zlib';
import { errorBody } from '@vehicle-lookup/contract';
import { failure, headers, instead, status, text, where } from '../../changes.ts';
import { example } from '../../correct-service.ts';
import type { FaultyServices, ResponseChange, ServiceResponse } from '../../service.ts';

const withHeaders = (correct: ServiceResponse, own: Record<string, string>): ServiceResponse => ({
  ...correct,
  headers: { ...correct.headers, ...own },
});

const rawResponse =
  (...lines: string[]): ResponseChange =>
  () => ({ raw: lines.join('\r\n') });

const redirect =
  (code: number, location: string): ResponseChange =>
  () => ({ status: code, headers: { location }, body: '' });

const ofMethod = (name: string, change: ResponseChange): ResponseChange =>
  where((_, { method }) => method === name, change);

const withoutSlash = (change: ResponseChange): ResponseChange => where((_, { path }) => path === '/api', change);

export const faults: FaultyServices = {
  'body-breaks-off': {
    says: 'sends a truncated body with its actual length',
    operations: ['listVariants'],
    code: 'not-json',
    change: text((json) => json.slice(0, -20)),
  },
  'broken-chunk': {
    says: 'sends a chunk whose length is not a number',
    operations: ['getEngines'],
    code: 'not-http',
    change: instead(
      [200],
      rawResponse(
        'HTTP/1.1 200 OK',
        'content-type: application/json',
        'transfer-encoding: chunked',
        '',
        'zz',
        '{}',
        '0',
        '',
        '',
      ),
    ),
  },
  'byte-order-mark': {
    says: 'starts every body with a byte order mark',
    code: 'byte-order-mark',
    change: text((json) => `\ufeff${json}`),
  },
  callback: {
    says: 'wraps the body in a JSONP call',
    operations: ['listBrands'],
    code: 'not-json',
    change: text((json) => `callback(${json});`),
  },
  'charset-as-encoding': {
    says: 'states the character set in Content-Encoding',
    code: 'content-encoding',
    change: headers(() => ({ 'content-encoding': 'utf-8' })),
  },
  'connection-breaks-off': {
    says: 'closes the connection before the body has the announced length',
    operations: ['listVariants'],
    incomplete: 'a broken connection may be caused by the network',
    change: instead(
      [200],
      rawResponse('HTTP/1.1 200 OK', 'content-type: application/json', 'content-length: 9000', '', '{"success":true,'),
    ),
  },
  created: {
    says: 'returns 201',
    operations: ['getFluids'],
    code: 'status',
    change: status(200, 201),
  },
  'empty-errors': {
    says: 'sends errors without a body',
    code: 'empty-body',
    change: failure(() => ''),
  },
  'gzip-breaks-off': {
    says: 'truncates a gzip body',
    operations: ['listModels'],
    code: 'not-json',
    change: instead([200], (correct) => ({
      ...withHeaders(correct, { 'content-encoding': 'gzip' }),
      body: gzipSync(JSON.stringify(correct.body)).subarray(0, -40),
    })),
  },
  'gzip-in-name-only': {
    says: 'declares gzip but sends an uncompressed body',
    operations: ['decodeVinAll'],
    code: 'content-encoding',
    change: instead([200], (correct) => withHeaders(correct, { 'content-encoding': 'gzip' })),
  },
  'gzip-without-a-name': {
    says: 'sends a gzip body without declaring it',
    operations: ['getOemParts'],
    code: 'not-utf-8',
    change: text((json) => gzipSync(json)),
  },
  'html-content-type': {
    says: 'sends the default Content-Type text/html of its framework',
    operations: ['decodeVin', 'decodeVinAll'],
    code: 'content-type',
    change: headers(() => ({ 'content-type': 'text/html; charset=utf-8' })),
  },
  'html-where-nothing-is-found': {
    says: 'returns 404 with the HTML page of its web server',
    code: 'content-type',
    change: instead([404], (correct) => ({
      ...correct,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>404 Not Found</title></head></html>',
    })),
  },
  'latin-1-errors': {
    says: 'writes its messages in Latin-1',
    code: 'not-utf-8',
    change: failure(() => Buffer.from('{"success":false,"message":"Es gibt dafür nichts."}', 'latin1')),
  },
  'length-in-characters': {
    says: 'counts characters instead of bytes for Content-Length',
    operations: ['listBrands'],
    code: 'not-json',
    change: where(
      (correct) => correct.status === 200,
      (correct) => {
        const body = JSON.stringify(correct.body);
        return { ...withHeaders(correct, { connection: 'close', 'content-length': String(body.length) }), body };
      },
    ),
  },
  'no-allow': {
    says: 'returns 405 without Allow',
    code: 'options',
    change: ofMethod('POST', (correct) => ({ ...correct, headers: { 'content-type': 'application/json' } })),
  },
  'no-content': {
    says: 'returns 204 if it has no data',
    operations: ['getFluids', 'getOemParts', 'getRepairTimes'],
    code: 'status',
    change: instead([404], () => ({ status: 204, headers: {}, body: '' })),
  },
  'no-content-type': {
    says: 'sends no Content-Type',
    code: 'content-type',
    change: where(
      ({ body }) => body !== '',
      (correct) => ({ ...correct, headers: {} }),
    ),
  },
  'no-head': {
    says: 'does not support HEAD',
    code: 'head',
    change: ofMethod('HEAD', (correct) => ({ ...withHeaders(correct, { allow: 'GET' }), status: 405, body: '' })),
  },
  'no-path-without-the-slash': {
    says: 'rejects the path without the trailing slash',
    code: 'trailing-slash',
    change: withoutSlash((correct) => ({ ...correct, status: 404, body: errorBody('There is nothing here.') })),
  },
  'options-wants-credentials': {
    says: 'requires credentials for OPTIONS',
    code: 'options',
    change: ofMethod('OPTIONS', (correct) => ({ ...correct, status: 401 })),
  },
  'partial-content': {
    says: 'returns 206 for a list',
    operations: ['listBrands'],
    code: 'status',
    change: status(200, 206),
  },
  'plain-text-rejection': {
    says: 'rejects credentials with a plain-text response',
    code: 'content-type',
    change: instead([401], (correct) => ({
      ...correct,
      headers: { 'content-type': 'text/plain' },
      body: 'Unauthorized',
    })),
  },
  'post-as-get': {
    says: 'handles POST as GET',
    code: 'options',
    change: ofMethod('POST', (correct) => ({ ...correct, status: 200, body: example('listBrands') })),
  },
  'problem-json': {
    says: 'sends errors as application/problem+json',
    code: 'content-type',
    change: where(
      (correct) => correct.status >= 400,
      (correct) => withHeaders(correct, { 'content-type': 'application/problem+json' }),
    ),
  },
  'redirect-to-a-login': {
    says: 'redirects to a login page if credentials are invalid',
    code: 'redirect',
    change: instead([401], redirect(302, '/login')),
  },
  'redirect-to-another-host': {
    says: 'redirects a valid request to another host',
    operations: ['getEngines'],
    code: 'redirect',
    change: instead([200], redirect(307, 'https://engines.example.com/api/')),
  },
  'redirect-to-the-slash': {
    says: 'redirects the path without the trailing slash',
    code: 'trailing-slash',
    change: withoutSlash(redirect(301, '/api/')),
  },
  'repeated-field': {
    says: 'writes a field twice',
    operations: ['decodeVin'],
    code: 'repeated-field',
    change: text((json) => json.replace('{', '{"success":true,')),
  },
  'retry-after-as-a-word': {
    says: 'writes a word into Retry-After',
    accounts: true,
    code: 'retry-after',
    change: instead([429], (correct) => withHeaders(correct, { 'retry-after': 'soon' })),
  },
  'server-error-for-wrong-requests': {
    says: 'returns 500 if a parameter is missing',
    code: 'status',
    change: status(400, 500),
  },
  'server-error-where-nothing-is-found': {
    says: 'returns 500 if it finds nothing',
    code: 'status',
    change: status(404, 500),
  },
  silence: {
    says: 'never responds in one operation',
    operations: ['getOemParts'],
    incomplete: 'a missing response may be caused by the network',
    change: instead([200], () => 'silence'),
  },
  'single-quotes': {
    says: 'writes strings in single quotes',
    operations: ['getRepairTimes'],
    code: 'not-json',
    change: text((json) => json.replaceAll('"', "'").replaceAll('true', 'True')),
  },
  'trailing-comma': {
    says: 'writes a comma after the last element',
    operations: ['listModels'],
    code: 'not-json',
    change: text((json) => json.replace(/\]\}$/, ',]}')),
  },
  'two-bodies': {
    says: 'writes an error body after a success body',
    operations: ['decodeVin'],
    code: 'not-json',
    change: text((json) => `${json}{"success":false,"message":"The log could not be written."}`),
  },
  'two-lengths': {
    says: 'sends two different Content-Length values',
    operations: ['getVehicle'],
    profile: 'deep',
    code: 'not-http',
    change: instead(
      [404],
      rawResponse(
        'HTTP/1.1 404 Not Found',
        'content-length: 2',
        'content-length: 3',
        'content-type: application/json',
        '',
        '{}',
      ),
    ),
  },
  unprocessable: {
    says: 'returns 422 for invalid requests',
    code: 'status',
    change: status(400, 422),
  },
  'utf-16': {
    says: 'writes UTF-16',
    operations: ['getRepairTimes'],
    code: 'not-utf-8',
    change: text((json) => Buffer.from(`\ufeff${json}`, 'utf16le')),
  },
  'warning-before-the-body': {
    says: 'prints a warning from its programming language before the body',
    operations: ['getOemParts'],
    code: 'not-json',
    change: text(
      (json) =>
        `<br />\n<b>Notice</b>: Undefined index: shortname in <b>parts.php</b> on line <b>81</b><br />\n${json}`,
    ),
  },
  'wrong-charset': {
    says: 'declares an incorrect character set',
    code: 'charset',
    change: headers(() => ({ 'content-type': 'application/json; charset=ISO-8859-1' })),
  },
};
