import { mediaTypeOf } from '../../run/response.ts';
import type { ContractCheck } from '../check.ts';
import { readBody } from '../read-body.ts';

const JSON_TYPE = 'application/json';

export const contentType: ContractCheck = {
  code: 'content-type',
  title: 'The media type is not application/json',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 11',
  reading:
    'The media type of JSON is application/json. The document declares only this media type, even for errors; the clause does not name it.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const found = mediaTypeOf(response);
    if (found?.type === JSON_TYPE) return undefined;
    // The value is repeated only if it has the form of a media type.
    const got = found && (/^[\w.+-]+\/[\w.+-]+$/.test(found.type) ? found.type : 'something else');
    return {
      header: 'content-type',
      title: got === undefined ? 'The response has no Content-Type' : `The media type is ${got}, not ${JSON_TYPE}`,
      expected: `content-type ${JSON_TYPE}`,
      got: got ?? 'no content-type',
      next: `Send ${readBody(response).json ? '' : 'a JSON body with '}Content-Type: ${JSON_TYPE} in every response, errors included; any other media type must be declared in the document.`,
    };
  },
};

export const charset: ContractCheck = {
  code: 'charset',
  title: 'The declared character set is not UTF-8',
  clause: 'endpoints.json',
  standard: 'RFC 8259, section 8.1',
  reading: 'JSON between systems is UTF-8.',
  isOfAnyBody: true,
  ofResponse: (response) => {
    const found = mediaTypeOf(response);
    if (found?.type !== JSON_TYPE) return undefined;
    const name = found.parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
    if (name === undefined || /^"?utf-?8"?$/.test(name)) return undefined;
    return {
      header: 'content-type',
      expected: 'UTF-8, declared or not',
      got: /^"?[\w-]+"?$/.test(name) ? `charset=${name}` : 'a different charset',
      next: 'Write UTF-8, and either omit charset or set it to utf-8.',
    };
  },
};
