import { accessSync, constants, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDirectory } from '@vehicle-lookup/toolkit/command-line';
import { errorCode, readJson } from '../files.ts';
import { RunError } from '../run-error.ts';
import {
  type FieldCoverage,
  type FieldSighting,
  newest,
  newestSightings,
  type PastResult,
  sightingsOf,
} from './past-result.ts';

/** The file that a run adds to a history; nothing changes it afterwards. */
export interface PastRun {
  format: 1;
  contract: { title: string; version: string };
  label?: string;
  address: string;
  verdict: string;
  results: PastResult[];
  /** When the fields of records were seen; runs of older suites did not keep it. */
  fields?: FieldSighting[];
}

const NAME = /^\d{4}-\d\d-\d\dT[\d-]+Z(\.\d+)?\.json$/;

/**
 * Reads what the runs of a history saw last.
 * @param directory created if it does not exist, so that a run does not end in vain
 * @throws RunError when it cannot be read or written, or is of another version of the contract; nothing in it is changed
 */
export function readHistory(
  directory: string,
  contract: { version: string },
): { past: PastResult[]; pastFields: FieldSighting[] } {
  const runs = filesOf(directory).map((name) => readRun(join(directory, name), name, contract));
  return {
    past: newest(runs.flatMap(({ results }) => results)),
    pastFields: newestSightings(runs.flatMap(({ fields = [] }) => fields)),
  };
}

function filesOf(directory: string): string[] {
  try {
    createDirectory(directory);
    accessSync(directory, constants.W_OK);
    return readdirSync(directory).filter((name) => NAME.test(name));
  } catch (error) {
    throw rejected(`${directory} cannot be used (${errorCode(error)}); give a directory that can be written to`);
  }
}

function readRun(file: string, name: string, { version }: { version: string }): PastRun {
  const run = Object(
    readJson(file, (why) => rejected(`${name} cannot be read (${why}); remove it`)),
  ) as Partial<PastRun>;
  const { format, contract, results, fields = [] } = run;
  const isRun =
    format === 1 &&
    areSightings(results, ['id', 'operation', 'status'], ['pass', 'fail']) &&
    areSightings(fields, ['name'], ['with-value', 'only-empty']);
  if (!isRun || typeof contract?.version !== 'string') throw rejected(`${name} is not a run of this suite; remove it`);
  if (contract.version === version) return run as PastRun;
  throw rejected(
    `${name} is of version ${contract.version} of the contract, and this suite verifies ${version}; give another directory`,
  );
}

/** Whether a value is a list of what was seen at a time in one of these states. */
const areSightings = (list: unknown, texts: readonly string[], states: readonly string[]): boolean =>
  Array.isArray(list) &&
  list
    .map(Object)
    .every(
      ({ state, at, ...named }) =>
        texts.every((name) => typeof named[name] === 'string') &&
        states.includes(state) &&
        Number.isFinite(Date.parse(String(at))),
    );

/**
 * Adds a run to a history; a file that is there stays as it is.
 * @param started RFC 3339 in UTC, the name of the file
 * @returns why it could not be written, for the report: the run itself is not lost with it
 */
export function addToHistory(
  directory: string,
  report: Omit<PastRun, 'format' | 'results' | 'fields'> & { fields: FieldCoverage[] },
  results: PastResult[],
  started: string,
): string | undefined {
  const { contract, label, address, verdict } = report;
  const run = { format: 1, contract, label, address, verdict, results, fields: sightingsOf(report.fields) };
  const text = `${JSON.stringify(run, null, 1)}\n`;
  const stem = join(directory, started.replaceAll(/[:.]/g, '-'));
  for (let number = 1; ; number += 1) {
    try {
      writeFileSync(`${stem}${number === 1 ? '' : `.${number}`}.json`, text, { flag: 'wx' });
      return undefined;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return `--history: the run cannot be added (${errorCode(error)})`;
    }
  }
}

const rejected = (what: string): RunError => new RunError(`--history: ${what}`);
