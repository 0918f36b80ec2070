import { operationTable } from '@vehicle-lookup/contract';
import { type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { probes as writtenProbes } from '../probes/index.ts';
import { valueRules as writtenRules } from '../value-rules.ts';
import { probeRequests, probesOf } from './judge/assumptions/assumption-probe.ts';
import { createJudge, type JudgeKnowledge } from './judge/judge.ts';
import { valueRulesOf } from './judge/value-rule.ts';
import type { VerifiedContract } from './plan/contract.ts';
import { contractDocument, contractOperations } from './plan/document.ts';
import type { PlanOptions } from './plan/options.ts';
import { orderOf } from './plan/order.ts';
import { planRun, type RunPlan } from './plan/run-plan.ts';
import { buildReport } from './report/build-report.ts';
import type { RunReport } from './report/report.ts';
import { makeRequests } from './run/make-requests.ts';
import type { HttpExchange } from './run/response.ts';
import type { ResponseSource } from './run/response-source.ts';

/**
 * Reads the document, with the value rules and probes of this package.
 * @throws RunError when the document, the table and the value rules do not fit
 */
export function loadContract(
  document: Document,
  table: OperationTable,
): JudgeKnowledge & { contract: VerifiedContract } {
  const assumptions = readAssumptions(document);
  const operations = contractOperations(document, table);
  const ids = table.operations.map(({ id }) => id);
  const valueRules = valueRulesOf(ids, writtenRules);
  const probes = probesOf(assumptions, writtenProbes);
  const yields = new Map([...valueRules].map(([id, rules]) => [id, rules.yields ?? {}]));
  const contract: VerifiedContract = {
    document,
    title: String(document.info?.title),
    version: String(document.info?.version),
    table,
    assumptions,
    clauses: readClauses(document),
    operations,
    order: orderOf(operations, yields),
    probeRequests: probeRequests(probes, operations),
  };
  return { contract, valueRules, probes };
}

/** A run that is ready to start. */
export interface PreparedRun {
  plan: RunPlan;
  /** Makes the requests, judges what comes, and reports it. */
  run: (source: ResponseSource, onExchange?: (exchange: HttpExchange) => void) => Promise<RunReport>;
}

/**
 * The way of every run, one direction: options → plan → requests → observations → judgements → report.
 * @throws RunError on invalid options, and where value rules do not fit the document
 */
export function prepareRun(options: PlanOptions): PreparedRun {
  const { contract, ...knowledge } = loadContract(contractDocument(), operationTable);
  const plan = planRun(options, contract);
  return {
    plan,
    run: async (source, onExchange = () => {}) => {
      const judge = createJudge(plan, knowledge);
      const result = await makeRequests(plan, source, judge.add, onExchange);
      return buildReport(plan, result, judge.finish(result.stop));
    },
  };
}
