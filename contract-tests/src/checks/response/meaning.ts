import { defined } from '../../defined.ts';
import type { EarlierSuccess } from '../../plan/known-data.ts';
import type { ContractCheck, FoundViolation } from '../check.ts';
import { readBody } from '../read-body.ts';
import { hasRecords } from '../records.ts';
import { sameVehicle } from '../same-vehicle.ts';
import { valueRules } from '../values/index.ts';

export const meaning: ContractCheck = {
  ofRun: sameVehicle,
  code: 'meaning',
  title: 'A response contradicts the request, another response, or itself',
  explanation: 'The body matches its schema, but its content is inconsistent: see `contract-tests/src/checks/values`.',
  clause: 'service.1',
  ofResponse: (response, { request, verdict, earlier }) => {
    if (response.status !== 200 || !hasRecords(verdict)) return [];
    const success = { parameters: Object.fromEntries(request.query), body: readBody(response).json?.body };
    const own = valueRules.filter(({ operations }) => operations.includes(request.operation));
    return own.flatMap(({ title, clause, assumption, expected, mismatch }): FoundViolation[] => {
      const wrong = mismatch(success, earlier);
      if (wrong === undefined) return [];
      const { got, evidence, next, comparedWith } = wrong;
      const other = comparedWith === undefined ? {} : comparedRequest(comparedWith, earlier);
      return [{ title, ...defined({ assumption, clause }), ...other, expected, got, evidence, next }];
    });
  },
};

/** Returns the valid request of another operation whose response was compared, if there is one. */
export function comparedRequest(operation: string, earlier: EarlierSuccess): Pick<FoundViolation, 'compared'> {
  const success = earlier(operation);
  return success ? { compared: { operation, query: Object.entries(success.parameters) } } : {};
}
