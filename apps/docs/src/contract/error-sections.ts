import type { Assumption } from '@vehicle-lookup/openapi';
import type { Site } from '../site.ts';
import { ADVICE, type Advice } from './advice.ts';
import type { Contract } from './contract.ts';
import { type ErrorCase, errorCases, errorResponses } from './error-cases.ts';

/** The errors that the document shows, by name, each with the operations that have it. */
export interface KnownError extends ErrorCase {
  description: string;
  operations: string[];
  /** Whether only the reference service has it. */
  isAdded: boolean;
}

/** The response as it is sent. */
export const responseText = ({ status, headers, body }: KnownError): string =>
  [`HTTP/1.1 ${status}`, ...headers.map(({ header, value }) => `${header}: ${value}`), '', JSON.stringify(body)].join(
    '\n',
  );

/** What a reader has to know of one error: advice, and how it looks. */
export interface ErrorSection {
  advice: Advice;
  /** Whether the contract has it; otherwise only the reference service has it. */
  isContract: boolean;
  /** What the assumption behind it says, and whose it is. */
  assumption: { id: string; statement: string; isContract: boolean } | undefined;
  shown: KnownError[];
}

type ErrorSource = Pick<Site, 'contract' | 'ofService'>;

/** The errors of the contract, then those that only the reference service has. */
export function errorSections(site: ErrorSource): ErrorSection[] {
  const known = knownErrors(site);
  const advised = new Set(ADVICE.flatMap(({ examples }) => examples));
  const others = [...known.values()].filter(({ name }) => !advised.has(name));
  const all = [...ADVICE.filter((one) => isKnown(site, one, known)), ...others.map(withoutAdvice)].map(
    (advice): ErrorSection => {
      const { assumption: id, examples } = advice;
      const statement = assumptionOf(site, id)?.statement;
      return {
        advice,
        isContract: isOfContract(site, advice, known),
        assumption: id && statement ? { id, statement, isContract: site.contract.assumptions.has(id) } : undefined,
        shown: examples.flatMap((name) => known.get(name) ?? []),
      };
    },
  );
  return [true, false].flatMap((side) => all.filter(({ isContract }) => isContract === side));
}

function knownErrors(site: ErrorSource): Map<string, KnownError> {
  const known = new Map<string, KnownError>();
  const add = (contract: Contract, isAdded: boolean): void => {
    for (const operation of contract.operations) {
      for (const response of errorResponses(operation)) {
        for (const one of errorCases(contract, operation, response)) {
          const entry = known.get(one.name) ?? {
            ...one,
            description: response.node.description ?? '',
            operations: [],
            isAdded,
          };
          if (entry.isAdded === isAdded) entry.operations.push(operation.id);
          known.set(one.name, entry);
        }
      }
    }
  };
  add(site.contract, false);
  if (site.ofService) add(site.ofService, true);
  withoutShared([...known.values()].filter(({ isAdded }) => isAdded));
  return known;
}

/** Headers that most errors of the reference service have tell nothing about one of them: the page names them once. */
function withoutShared(errors: KnownError[]): void {
  const count = (name: string) => errors.filter(({ headers }) => headers.some(({ header }) => header === name)).length;
  for (const error of errors) error.headers = error.headers.filter(({ header }) => count(header) * 2 <= errors.length);
}

/** The assumption of an error, in the contract or in what the reference service adds. */
const assumptionOf = ({ contract, ofService }: ErrorSource, id: string | undefined): Assumption | undefined =>
  id === undefined ? undefined : (contract.assumptions.get(id) ?? ofService?.assumptions.get(id));

const isKnown = (site: ErrorSource, { examples, assumption }: Advice, known: Map<string, KnownError>): boolean =>
  examples.some((name) => known.has(name)) || assumptionOf(site, assumption) !== undefined;

const isOfContract = (
  { contract }: ErrorSource,
  { examples, assumption }: Advice,
  known: Map<string, KnownError>,
): boolean =>
  examples.some((name) => known.get(name)?.isAdded === false) ||
  (assumption !== undefined && contract.assumptions.has(assumption));

/** An error of which only the document speaks. */
const withoutAdvice = ({ name, status, description }: KnownError): Advice => ({
  id: name,
  title: name,
  status,
  examples: [name],
  means: description,
  todo: [],
  never: [],
  keywords: [],
});
