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

/** The content of the file that a run adds to a history. The file is never changed. */
export interface PastRun {
  format: 1;
  contract: { title: string; version: string };
  label?: string;
  address: string;
  verdict: string;
  results: PastResult[];
  /** The sightings of record fields. Absent from files that older suite versions wrote. */
  fields?: FieldSighting[];
}

const NAME = /^\d{4}-\d\d-\d\dT[\d-]+Z(\.\d+)?\.json$/;

/**
 * Reads the newest results and field sightings of a history.
 * @param directory the history directory, created if it does not exist, so that the results of a run are not lost
 * @throws RunError if the directory cannot be read or written, or belongs to another contract version
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
    throw rejected(`${directory} cannot be used (${errorCode(error)}); specify a writable directory`);
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
    `${name} belongs to contract version ${contract.version}, but this suite verifies ${version}; specify another directory`,
  );
}

/** Returns whether a value is a list of sightings with a time and one of the given states. */
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
 * Adds a run to a history without overwriting an existing file.
 * @param started the start time (RFC 3339, UTC), used as the file name
 * @returns an error message for the report if the file could not be written; the run itself is not lost
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
