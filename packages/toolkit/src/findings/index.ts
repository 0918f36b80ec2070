export { type Annotation, annotations } from './annotations.ts';
export { type Badge, badge } from './badge.ts';
export type { Explanation, Finding, FindingLevel } from './finding.ts';
export { explanationText, findingLines, restsOn, sameFindings } from './finding-text.ts';
export {
  countList,
  type FoldedTable,
  factList,
  findingIds,
  findingsSection,
  foldedTable,
  type Page,
  page,
  wideTable,
} from './html.ts';
export { type JunitReport, type JunitSuite, type JunitTest, junit } from './junit.ts';
export * from './label.ts';
export * as markdown from './markdown.ts';
export { findingsMarkdown } from './markdown.ts';
export { fingerprint, type SarifReport, sarif } from './sarif.ts';
export { type Colour, findingsText, type Paint, painter, wrapped } from './terminal.ts';
