import { answeredAs, wrongRecord } from '../body/answered-as.ts';
import { schemaViolations } from '../body/schema-violations.ts';
import type { ContractCheck } from '../check.ts';
import { readBody } from '../read-body.ts';

export const schema: ContractCheck = {
  code: 'schema',
  title: 'A body violates the schema of its operation',
  explanation: 'The body is validated against the schema for the selected operation and the status received.',
  clause: 'envelope.object',
  isOfAnyBody: true,
  ofResponse: (response, { request, operation: { entry, statedBy, bodies }, table, verdict }) => {
    if (!verdict || verdict.ok) return [];
    const body = readBody(response).json?.body;
    const broken = schemaViolations(verdict, body, statedBy, bodies[response.status]);
    const other = response.status === 200 ? answeredAs(body, request, table) : undefined;
    const main = broken.find(({ assumption }) => assumption === undefined) ?? broken[0];
    // If the body is the response of another operation, differences in its fields are consequences.
    return main && other ? [{ ...main, ...wrongRecord(entry, other) }] : broken;
  },
};

export const envelope: ContractCheck = {
  code: 'envelope',
  title: 'A body does not have the requested envelope',
  explanation: 'A mock returned an envelope other than the one that the request named.',
  clause: 'envelope.tolerate',
  reading: 'A mock sends the envelope that the header Prefer names, so that clients can be tested with each envelope.',
  ofResponse: (_, { request, verdict }) => {
    if (!verdict?.ok || request.envelope === undefined || request.envelope === verdict.envelope) return undefined;
    const came = `the envelope ${verdict.envelope || 'without a name'}`;
    return {
      title: `The response has ${came}, not ${request.envelope}`,
      expected: `the envelope ${request.envelope}`,
      got: came,
      next: `Choose the example by its name in the header Prefer${request.prefer === undefined ? '' : ` (${request.prefer})`}; the document has one for each envelope.`,
    };
  },
};

/** Fields that services use for pagination. */
const PAGING = /^(pages?|next|offset|cursor|has_?more|total_?pages|per_?page)$/i;

export const pagedList: ContractCheck = {
  code: 'paged-list',
  level: 'warning',
  harm: 'A client reads only the first page and treats it as the whole list.',
  title: 'A list is paginated',
  explanation: 'Fields count pages, but no parameter requests a further page.',
  ofResponse: (response, { verdict }) => {
    const body = readBody(response).json?.body;
    if (!verdict?.ok || response.status !== 200 || !Object.values(Object(body)).some(Array.isArray)) return undefined;
    const names = verdict.undocumented.map((pointer) => pointer.slice(1)).filter((name) => PAGING.test(name));
    if (names.length === 0) return undefined;
    return {
      expected: 'a whole list',
      got: `pagination fields: ${names.join(', ')}`,
      next: 'Send the whole list: no parameter requests a further page.',
    };
  },
};
