import type { Result } from './tool.ts';

/** A complaint that is accepted, and why: an entry of accepted.yaml. */
export interface Accepted {
  tool: string;
  documents: string[];
  complaint: string;
  reason: string;
}

/** What is wrong with the results: complaints that are not accepted, and accepted ones that no tool reports any more. */
export const judge = (results: Result[], accepted: Accepted[]): string[] => [
  ...results.flatMap((result) => unlisted(result, accepted)),
  ...accepted.flatMap((entry) => outdated(entry, results)),
];

/** Whether an entry accepts a complaint with this text about this document. */
export const accepts = ({ tool, documents, complaint }: Accepted, result: Result, text: string): boolean =>
  tool === result.tool && documents.includes(result.document) && complaint === text;

const unlisted = (result: Result, accepted: Accepted[]): string[] =>
  result.complaints
    .filter(({ text }) => !accepted.some((entry) => accepts(entry, result, text)))
    .map(
      ({ text, detail }) =>
        `${result.tool} complains about ${result.document}: ${text}${detail && ` (${detail})`}. ` +
        'Change the document, or list the complaint in spec/test/third-party/accepted.yaml with a reason.',
    );

const outdated = (entry: Accepted, results: Result[]): string[] =>
  entry.documents
    .filter((document) => {
      const isReported = (result: Result) =>
        result.document === document && result.complaints.some(({ text }) => accepts(entry, result, text));
      return !results.some(isReported);
    })
    .map(
      (document) =>
        `spec/test/third-party/accepted.yaml: ${entry.tool} does not complain about ${document} any more: ` +
        `${entry.complaint}. Remove the entry or the document.`,
    );
