export { type Annotation, annotations } from './annotations.ts';
export { type Badge, badge } from './badge.ts';
export type { Explanation, Finding, FindingLevel } from './finding.ts';
export { explanationText, findingLines, restsOn } from './finding-text.ts';
export { findingIds, findingsSection } from './html/findings.ts';
export { countList, factList, type Page, page } from './html/page.ts';
export { type FoldedTable, foldedTable, wideTable } from './html/table.ts';
export { type JunitReport, type JunitSuite, type JunitTest, junit } from './junit.ts';
export {
  type Counts,
  countBy,
  countFindings,
  countText,
  type Label,
  type Labels,
  levelLabels,
  namesOf,
} from './label.ts';
export * as markdown from './markdown.ts';
export { findingsMarkdown } from './markdown.ts';
export { fingerprint, type SarifReport, sarif } from './sarif.ts';
export { type Colour, findingsText, type Paint, painter, wrapped } from './terminal.ts';
