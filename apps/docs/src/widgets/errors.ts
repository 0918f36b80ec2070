import { member } from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import type { ErrorCase } from '../contract/error-cases.ts';
import { templateLine } from '../contract/requests.ts';
import { assumedBy, blocks, code, fence, plain } from '../markdown/write.ts';
import type { Widget } from '../page.ts';
import { folds } from './layout.ts';

/** Returns collapsible errors. The details of an error contain its scope, request, headers and body. */
export const errorFolds = (contract: Contract, cases: readonly (ErrorCase & { scope?: string })[]): Widget =>
  folds(
    cases.map(({ name, status, scope, request, prefer, isCaused, headers, body }) => {
      const fields = headers.map(({ header, value }) => `${header}: ${value}\n`).join('');
      const assumed = assumedBy([...new Set(headers.flatMap(({ assumptions }) => assumptions))]);
      return {
        summary: `${code(name)} ${plain(String(member(body, contract.table.error.text) ?? ''))}`,
        more: blocks(
          scope,
          request && fence(templateLine(contract, request), 'http'),
          isCaused ? '' : `For the mock, add the header ${code(`Prefer: ${prefer}`)}.`,
          fence(`HTTP/1.1 ${status}\n${fields}\n${JSON.stringify(body)}`, 'http'),
          assumed && `Headers${assumed}`,
        ),
      };
    }),
  );
