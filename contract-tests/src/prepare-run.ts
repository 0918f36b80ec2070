import { readAssumptions } from '@vehicle-lookup/document';
import { readClauses } from '@vehicle-lookup/document/provenance';
import { operationTable } from '@vehicle-lookup/operations';
import { casesFolder, loadCases } from './judge/cases.ts';
import { judgeOf } from './judge/judge.ts';
import { loadProbes, probeRequests, probesFolder } from './judge/probes.ts';
import { contractDocument, contractOperations } from './plan/document.ts';
import type { PlanOptions } from './plan/options.ts';
import { orderOf } from './plan/order.ts';
import { planRun, type RunPlan } from './plan/run-plan.ts';
import { buildReport } from './report/build-report.ts';
import type { Report } from './report/report.ts';
import type { Exchange } from './run/exchange.ts';
import { makeRequests } from './run/make-requests.ts';
import type { ReplySource } from './run/reply-source.ts';

/** A run that is ready to start. */
export interface PreparedRun {
  plan: RunPlan;
  /** Makes the requests, judges what comes, and reports it. */
  run: (source: ReplySource, onExchange?: (exchange: Exchange) => void) => Promise<Report>;
}

/**
 * The way of every run, one direction: options → plan → requests → observations → judgements → report.
 * @throws RunError on wrong options, and where cases or probes do not fit the document
 */
export async function prepareRun(options: PlanOptions): Promise<PreparedRun> {
  const document = contractDocument();
  const table = operationTable;
  const assumptions = readAssumptions(document);
  const operations = contractOperations(document, table);
  const ids = table.operations.map(({ id }) => id);
  const [cases, probes] = await Promise.all([
    loadCases(casesFolder, ids),
    loadProbes(probesFolder, [...assumptions.keys()]),
  ]);
  const yields = new Map([...cases].map(([id, own]) => [id, own.yields ?? {}]));
  const plan = planRun(options, {
    title: String(document.info?.title),
    version: String(document.info?.version),
    table,
    assumptions,
    clauses: readClauses(document),
    operations,
    order: orderOf(operations, yields),
    probeRequests: probeRequests(probes, operations),
  });
  return {
    plan,
    run: async (source, onExchange = () => {}) => {
      const judge = judgeOf(plan, cases, probes);
      const result = await makeRequests(plan, source, { onObservation: judge.add, onExchange });
      return buildReport(plan, result, judge.finish(result.stop));
    },
  };
}
