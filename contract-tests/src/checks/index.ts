import type { FindingLevel } from '@vehicle-lookup/toolkit/findings';
import { changedResponse, sameEtag } from './across/again.ts';
import { internalsInHeaders, openCors, publicCache } from './across/careless-headers.ts';
import { slowResponses } from './across/slow-responses.ts';
import { clockStandsStill, sameList, tellsUsersApart, twoVersions } from './across/together.ts';
import type { ContractCheck } from './check.ts';
import { clockSkew, localTime, staleResponse } from './response/clock.ts';
import { declaredHeader } from './response/declared-header.ts';
import { byteOrderMark, contentEncoding, encodedTwice, notUtf8 } from './response/encoding.ts';
import { internalsExposed } from './response/internals-exposed.ts';
import { emptyBody, notJson, repeatedField, unpairedSurrogate } from './response/json.ts';
import { meaning } from './response/meaning.ts';
import { charset, contentType } from './response/media-type.ts';
import { redirect } from './response/redirect.ts';
import { envelope, pagedList, schema } from './response/schema.ts';
import { secretEchoed } from './response/secret-echoed.ts';
import { selectorIgnored } from './response/selector-ignored.ts';
import { statusChecks } from './response/status/status.ts';
import { knownFinding, network, notExercised, notHttp, suiteFailed, undocumentedField } from './run.ts';

/*
 * All checks, in the order in which they are applied. Every check is applied to each response. If the body is not valid JSON,
 * the checks of the content do not find a violation.
 */

/** The checks for every response. */
export const ofEveryResponse: readonly ContractCheck[] = [secretEchoed, internalsExposed];

/** The checks for a response with an unexpected status. Its body is not validated. */
export const ofOtherStatus: readonly ContractCheck[] = [redirect, ...statusChecks];

/** The checks for a response with the expected status. */
export const ofExpectedStatus: readonly ContractCheck[] = [
  contentType,
  charset,
  contentEncoding,
  byteOrderMark,
  notUtf8,
  emptyBody,
  notJson,
  unpairedSurrogate,
  encodedTwice,
  repeatedField,
  declaredHeader,
  schema,
  envelope,
  meaning,
  selectorIgnored,
  pagedList,
  clockSkew,
  staleResponse,
  localTime,
];

/** The checks that compare all responses in a run. The check `meaning` also compares responses. */
const ofRun: readonly ContractCheck[] = [
  changedResponse,
  sameEtag,
  sameList,
  twoVersions,
  clockStandsStill,
  tellsUsersApart,
  publicCache,
  openCors,
  internalsInHeaders,
  slowResponses,
];

/** All checks, including those for findings about the run itself. */
export const checks: readonly ContractCheck[] = [
  network,
  notHttp,
  suiteFailed,
  notExercised,
  ...ofEveryResponse,
  ...ofOtherStatus,
  ...ofExpectedStatus,
  ...ofRun,
  undocumentedField,
  knownFinding,
];

const byCode = new Map(checks.map((check) => [check.code, check]));

/** Returns the check with a code. A finding code can also be an assumption id, which has no check. */
export const checkOf = (code: string): ContractCheck | undefined => byCode.get(code);

/** Returns the level of a check's findings. */
export const levelOf = (code: string): FindingLevel => checkOf(code)?.level ?? 'failure';
