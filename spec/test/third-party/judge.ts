import type { Result } from './tool.ts';

/** An entry of accepted.yaml: an accepted complaint with its reason. */
export interface Accepted {
  tool: string;
  /** The expected number of complaints for each document. An additional complaint may have a different reason. */
  documents: Record<string, number>;
  complaint: string;
  reason: string;
}

/** Returns the complaints that are not accepted, and the accepted complaints that a tool reports more or less often. */
export const judge = (results: Result[], accepted: Accepted[]): string[] => [
  ...results.flatMap((result) => unlisted(result, accepted)),
  ...accepted.flatMap((entry) => outdated(entry, results)),
];

/** Returns whether an entry accepts a complaint with this text about the document of a result. */
export const accepts = ({ tool, documents, complaint }: Accepted, result: Result, text: string): boolean =>
  tool === result.tool && Object.hasOwn(documents, result.document) && complaint === text;

const unlisted = (result: Result, accepted: Accepted[]): string[] =>
  result.complaints
    .filter(({ text }) => !accepted.some((entry) => accepts(entry, result, text)))
    .map(
      ({ text, detail }) =>
        `${result.tool} complains about ${result.document}: ${text}${detail && ` (${detail})`}. ` +
        'Change the document, or list the complaint in spec/test/third-party/accepted.yaml with a reason.',
    );

const outdated = (entry: Accepted, results: Result[]): string[] =>
  Object.entries(entry.documents).flatMap(([document, expected]) => {
    const reports = results
      .filter((result) => result.document === document)
      .flatMap((result) => result.complaints.filter(({ text }) => accepts(entry, result, text)));
    if (reports.length === expected) return [];
    const next =
      reports.length > expected
        ? 'Change the document, or check that the reason applies to each and update the number'
        : 'Update the number, or remove the document if it is 0';
    const places = reports.length > expected ? `: ${reports.map(({ detail }) => detail).join(', ')}` : '';
    return [
      `spec/test/third-party/accepted.yaml: ${entry.tool}, ${entry.complaint}: expected ${expected} complaints about ${document}, got ${reports.length}${places}. ${next}.`,
    ];
  });
