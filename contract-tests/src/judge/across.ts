import { isDeepStrictEqual } from 'node:util';
import { child } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { Judgement, ViolationAcross } from '../checks/judgement.ts';
import { shownValue } from '../checks/received.ts';
import { type Fields, recordPointer, records } from '../checks/records.ts';
import type { Violation } from '../checks/violation.ts';
import { groupBy } from '../group-by.ts';
import { headerOf } from '../run/response.ts';
import { sameVehicle } from './same-vehicle.ts';

/** Looks at all responses of a run together: it costs no request. */
export const violationsAcross = (judgements: readonly Judgement[]): ViolationAcross[] => {
  const answered = answeredOf(judgements);
  return [
    ...sameVehicle(answered.filter(isSuccess)),
    ...sameRequest(answered),
    ...sameList(answered.filter(isSuccess)),
    ...sameVersion(answered),
    ...movingClock(answered),
    ...sameRejection(answered),
  ];
};

/** The responses to the document's method. */
export const answeredOf = (judgements: readonly Judgement[]): Judgement[] =>
  judgements.filter(({ response, request }) => response !== undefined && request.method === undefined);

const isSuccess = ({ response, json }: Judgement): boolean => response?.status === 200 && json !== undefined;

/** What was sent longer ago may have changed in between. */
const MOMENT_MS = 10_000;

/** The same request gets the same content within a moment: a list may come in another order, a time moves on. */
function sameRequest(judgements: readonly Judgement[]): ViolationAcross[] {
  const valid = judgements.filter((one) => isSuccess(one) && ['good', 'again'].includes(one.request.kind));
  const alike = groupBy(valid, ({ request }) => JSON.stringify([request.operation, request.query.toSorted()]));
  const pairs = [...alike.values()].flatMap((all) =>
    all.slice(1).map((again, index) => ({ first: all[index], again })),
  );
  const changed = pairs.find(
    ({ first, again }) =>
      first && isWithinMoment(first, again) && !isDeepStrictEqual(contentOf(first), contentOf(again)),
  );
  if (!changed?.first) return [];
  const { first, again } = changed;
  const tags = [first, again].map(({ response }) => response && headerOf(response, 'etag'));
  const { text, pointer, next } = differenceOf(first, again);
  const common = { compared: first.request, ...(pointer === undefined ? {} : { pointer }) };
  const violation: Violation =
    tags[0] !== undefined && tags[0] === tags[1]
      ? {
          ...common,
          code: 'same-etag',
          header: 'etag',
          expected: 'another ETag with another content',
          got: `the same ETag with two contents: ${text}`,
          next: 'Make the ETag from the content that is sent. Whether the content may change is another question.',
        }
      : {
          ...common,
          code: 'changed-response',
          expected: 'the same content for the same request',
          got: text,
          next,
        };
  return [{ by: again, violation }];
}

function isWithinMoment({ received: before = Number.NaN }: Judgement, again: Judgement): boolean {
  const sent = (again.received ?? Number.NaN) - (again.milliseconds ?? 0);
  return again.request.kind === 'again' || sent - before < MOMENT_MS;
}

function contentOf({ json }: Judgement): string[] {
  const texts = records(json?.body).map((record) => JSON.stringify(record));
  return texts.sort();
}

const CHANGED = 'Find out whether the data changed in between, or several servers hold different data.';

/** How many records there are, or the first field with another value, its place in the second one, and where to look for the cause. */
function differenceOf(first: Judgement, again: Judgement): { text: string; pointer?: string; next: string } {
  const [before, after] = [contentOf(first), contentOf(again)];
  if (before.length !== after.length) {
    return { text: `first ${countOf(before.length)}, then ${countOf(after.length)}`, next: CHANGED };
  }
  const onlyIn = (texts: readonly string[], others: ReadonlySet<string>): Fields | undefined => {
    const text = texts.find((one) => !others.has(one));
    return text === undefined ? undefined : JSON.parse(text);
  };
  const [old, own] = [onlyIn(before, new Set(after)), onlyIn(after, new Set(before))];
  const name = Object.keys({ ...old, ...own }).find((field) => !isDeepStrictEqual(own?.[field], old?.[field]));
  if (name === undefined) return { text: 'the same records, another number of times', next: CHANGED };
  const index = records(again.json?.body).findIndex((record) => isDeepStrictEqual(record, own));
  const [was, is] = [old?.[name], own?.[name]];
  const isPart =
    typeof was === 'string' && typeof is === 'string' && is !== '' && (was.includes(is) || is.includes(was));
  return {
    text: `first ${name} ${shownValue(was)}, then ${shownValue(is)}`,
    ...(index < 0 ? {} : { pointer: child(recordPointer(again.json?.body, index), name) }),
    next: isPart
      ? 'One text is a part of the other: look for code that changes a text in place, such as one that is kept between requests. Otherwise several servers may hold different data.'
      : CHANGED,
  };
}

const countOf = (count: number): string => (count === 1 ? 'one record' : `${count} records`);

function sameVersion(judgements: readonly Judgement[]): ViolationAcross[] {
  const versions = judgements.flatMap((by) => {
    const version: unknown = Object(by.json?.body).api_version;
    return typeof version === 'string' ? [{ by, version }] : [];
  });
  const [first] = versions;
  const other = versions.find(({ version }) => version !== first?.version);
  if (!first || !other) return [];
  const got = `${shownValue(other.version)} in ${other.by.request.operation}, ${shownValue(first.version)} in ${first.by.request.operation}`;
  const next = `Look at where ${other.by.request.operation} takes its version from. If it varies between calls, several servers answer, of two versions.`;
  const operationsOf = (wanted: string): string[] => [
    ...new Set(versions.flatMap(({ by, version }) => (version === wanted ? [by.request.operation] : []))),
  ];
  return [
    {
      by: other.by,
      violation: {
        code: 'two-versions',
        pointer: '/api_version',
        compared: first.by.request,
        scope: `${shownValue(other.version)} in ${joinWords(operationsOf(other.version))}, ${shownValue(first.version)} in ${operationsOf(first.version).length} operations`,
        expected: 'one api_version in a run',
        got,
        next,
      },
    },
  ];
}

/** So long after a timestamp another response has to have another one. */
const STANDS_STILL_MS = 2000;

function movingClock(judgements: readonly Judgement[]): ViolationAcross[] {
  const times = judgements.flatMap((by) => {
    const timestamp: unknown = Object(by.json?.body).timestamp;
    if (typeof timestamp !== 'string' || by.received === undefined) return [];
    return [{ by, timestamp, at: by.received, sent: by.received - (by.milliseconds ?? 0) }];
  });
  for (const [, alike] of groupBy(times, ({ timestamp }) => timestamp)) {
    const [first] = alike;
    // Only a request that was sent later proves it: a response may have been on its way for seconds.
    const late = alike.find(
      ({ sent, by }) =>
        sent - (first?.at ?? sent) > STANDS_STILL_MS && by.request.operation !== first?.by.request.operation,
    );
    if (!first || !late) continue;
    const seconds = Math.round((late.sent - first.at) / 1000);
    const got = `the timestamp ${shownValue(first.timestamp)} in ${first.by.request.operation} and, ${seconds} s later, in ${late.by.request.operation}`;
    const next = 'Write the time at which the response is made.';
    return [
      {
        by: late.by,
        violation: {
          code: 'clock-stands-still',
          pointer: '/timestamp',
          compared: first.by.request,
          expected: 'a timestamp that moves on',
          got,
          next,
        },
      },
    ];
  }
  return [];
}

/** Who guesses learns from two texts which users there are. */
function sameRejection(judgements: readonly Judgement[]): ViolationAcross[] {
  const rejections = judgements.filter(
    ({ request, response }) =>
      request.kind === 'invalid-credentials' &&
      response?.status === 401 &&
      !request.probeOf &&
      // A locked account gets another text.
      headerOf(response, 'retry-after') === undefined,
  );
  const textOf = ({ json }: Judgement): string =>
    String(Object(json?.body).message ?? '').replaceAll(/[\da-f]{8,}|\d+/g, '#');
  const ofUser = rejections.find(({ request, json }) => json && !request.isWrongSecret && sentAlone(request.faults));
  const ofKey = rejections.find(({ request, json }) => json && request.isWrongSecret);
  if (!ofUser || !ofKey || textOf(ofUser) === textOf(ofKey)) return [];
  return [
    {
      by: ofKey,
      violation: {
        code: 'tells-users-apart',
        pointer: '/message',
        compared: ofUser.request,
        expected: 'one text for a wrong user and a wrong key',
        got: `${shownValue(textOf(ofKey), LONGEST_TEXT)} to a wrong key, ${shownValue(textOf(ofUser), LONGEST_TEXT)} to a wrong user`,
        next: 'Send the same text to both: otherwise users can be found by guessing.',
      },
    },
  ];
}

/** Characters of a message that are shown: the difference may stand at its end. */
const LONGEST_TEXT = 120;

const sentAlone = (faults: Judgement['request']['faults'] = {}): boolean => Object.keys(faults).length === 1;

/** What chooses the list of an operation. Fluids and parts of two vehicles may be the same. */
const CHOSEN_BY = ['brand', 'model'];

/** Names and slugs of one brand in one form: `Golf VI` and `golf-vi`. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The whole list of one brand or model came for another one, too. One entry in common says nothing: two brands may have a model
 * of one name, and no clause gives a model to one brand alone. A run lists one brand; recorded traffic may have several.
 */
function sameList(successes: readonly Judgement[]): ViolationAcross[] {
  const lists = successes.flatMap((by): List[] => {
    const chosen = by.request.query.filter(([name]) => CHOSEN_BY.includes(name)).map(([, value]) => value);
    const entries = records(by.json?.body);
    return by.request.kind === 'good' && chosen.length > 0 && entries.length > 1 ? [{ by, chosen, entries }] : [];
  });
  for (const [index, list] of lists.entries()) {
    const { by, chosen, entries } = list;
    const first = lists.slice(0, index).find((earlier) => isListOfAnother(earlier, list));
    if (!first) continue;
    const got = `the ${entries.length} entries of ${first.chosen.join(', ')} for ${chosen.join(', ')}, too`;
    const next = 'Find out whether the operation looks at the parameter.';
    const expected = 'a list of its own for each brand and model';
    return [{ by, violation: { code: 'same-list', compared: first.by.request, expected, got, next } }];
  }
  return [];
}

interface List {
  by: Judgement;
  chosen: string[];
  entries: unknown[];
}

const isListOfAnother = (one: List, other: List): boolean =>
  one.by.request.operation === other.by.request.operation &&
  plain(one.chosen.join()) !== plain(other.chosen.join()) &&
  isDeepStrictEqual(one.entries, other.entries);
