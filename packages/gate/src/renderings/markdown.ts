import { countBy, markdown as md, namesOf } from '@vehicle-lookup/toolkit/findings';
import type { ReleaseProblem, Report, ReportedChange } from '../report/report.ts';
import { consumerLines, consumersMarkdown } from './consumers.ts';
import { changeLines, comparedText, impactLabels, placeText, verdictTexts } from './labels.ts';

const { code, countTable, folded, inline, paragraphs, table } = md;

/** Maximum length of a list, because a CI job summary is limited to 1 MiB. */
const MOST = 50;

/** Returns the report as GitHub Flavored Markdown for a CI job summary and a pull request comment. */
export function markdown(report: Report): string {
  const { verdict, failure, changes, problems } = report;
  const own = changes.filter(({ isNew }) => isNew);
  const earlier = changes.filter(({ isNew }) => !isNew);
  return paragraphs([
    `## ${verdict === 'accepted' ? '✓' : '✗'} ${verdict}: contract changes`,
    `${verdictTexts[verdict]} ${failure === undefined ? '' : inline(failure)}`.trim(),
    report.revision === undefined ? '' : inline(comparedText(report)),
    countTable(
      'changes',
      countBy(namesOf(impactLabels), changes, ({ impact }) => impact),
      impactLabels,
    ),
    problemsText(problems),
    consumersMarkdown(report),
    ...detailed(own),
    texts(own),
    folded(`Earlier unreleased changes: ${earlier.length}`, earlier.length === 0 ? '' : rows(earlier)),
  ]);
}

const problemsText = (problems: readonly ReleaseProblem[]): string =>
  table(
    ['to do', 'what', 'next'],
    problems.map(({ code: name, what, next }) => [code(name), inline(what), inline(next)]),
  );

/** Returns the major and minor changes with all their facts. */
function detailed(changes: readonly ReportedChange[]): string[] {
  const grave = changes.filter(({ impact }) => impact !== 'patch');
  const rest = grave.length - MOST;
  return [...grave.slice(0, MOST).map(changeText), ...(rest > 0 ? [`More changes in report.json: ${rest}.`] : [])];
}

function changeText(change: ReportedChange): string {
  const { impact, code: name, operations } = change;
  const { symbol, text } = impactLabels[impact];
  const facts = [...changeLines(change), ...consumerLines(change)].filter(([, line]) => line !== '');
  const lines = facts.map(([label, line]) => `- ${label}: ${inline(line)}`);
  return [`**${inline(symbol)} ${text}** ${code(name)} ${operations.map(code).join(', ')}\n`, ...lines].join('\n');
}

/** Returns the patch changes as a table with one row each. */
function texts(changes: readonly ReportedChange[]): string {
  const patches = changes.filter(({ impact }) => impact === 'patch');
  return folded(`Descriptions and examples: ${patches.length}`, patches.length === 0 ? '' : rows(patches));
}

const rows = (changes: readonly ReportedChange[]): string =>
  table(
    ['', 'change', 'operations', 'place'],
    changes
      .slice(0, MOST)
      .map((change) => [
        inline(impactLabels[change.impact].text),
        inline(change.what),
        inline(change.operations.join(', ')),
        code(placeText(change)),
      ]),
  );
