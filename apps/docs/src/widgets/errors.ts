import { member } from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import type { ErrorCase } from '../contract/error-cases.ts';
import { templateLine } from '../contract/requests.ts';
import { assumedBy, code, plain } from '../markdown/write.ts';
import type { Widget } from '../page.ts';
import { folds } from './layout.ts';

/** Errors with their messages; each opens to its scope in Markdown, the request, the headers and the body. */
export const errorFolds = (contract: Contract, cases: readonly (ErrorCase & { scope?: string })[]): Widget =>
  folds(
    cases.map(({ name, scope, request, prefer, isCaused, headers, body }) => {
      const lines = [
        scope,
        request && `Request: ${code(templateLine(contract, request))}`,
        !isCaused && `For the mock, add the header ${code(`Prefer: ${prefer}`)}.`,
        ...headers.map(({ header, value, assumptions }) => `${code(`${header}: ${value}`)}${assumedBy(assumptions)}`),
        code(JSON.stringify(body)),
      ];
      return {
        summary: `${code(name)} ${plain(String(member(body, contract.table.error.text) ?? ''))}`,
        more: lines.filter(Boolean).join('  \n'),
      };
    }),
  );
