import { isDeepStrictEqual } from 'node:util';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { groupBy } from '../../group-by.ts';
import { headerOf } from '../../run/response.ts';
import type { ContractCheck } from '../check.ts';
import { isSuccess, isUnauthorised, type Judgement } from '../judgement.ts';
import { shownValue } from '../received.ts';
import { records } from '../records.ts';

// One entry in common says nothing: two brands may have a model of one name, and no clause restricts a model to one brand.
export const sameList: ContractCheck = {
  code: 'same-list',
  level: 'warning',
  harm: 'A user who chooses one of the two gets the entries of the other.',
  title: 'Two brands, or two models, have one list',
  explanation: 'The list of one brand or model was returned for another. Only recorded traffic shows it.',
  ofRun: (judgements) => {
    const lists = judgements
      .filter((one) => isSuccess(one) && one.request.kind === 'good')
      .map((by) => {
        const chosen = by.request.query.flatMap(([name, value]) => (CHOSEN_BY.includes(name) ? [value] : []));
        return { by, chosen: chosen.join(', '), entries: records(by.json?.body) };
      })
      .filter(({ chosen, entries }) => chosen !== '' && entries.length > 1);
    for (const [index, { by, chosen, entries }] of lists.entries()) {
      const first = lists
        .slice(0, index)
        .find(
          (earlier) =>
            earlier.by.request.operation === by.request.operation &&
            plain(earlier.chosen) !== plain(chosen) &&
            isDeepStrictEqual(earlier.entries, entries),
        );
      if (!first) continue;
      const found = {
        compared: first.by.request,
        expected: 'a separate list for each brand and model',
        got: `the ${entries.length} entries of ${first.chosen} also for ${chosen}`,
        next: 'Choose the entries of the list by the brand and the model of the request.',
      };
      return [{ by, found }];
    }
    return [];
  },
};

/** What chooses the list of an operation. Fluids and parts of two vehicles may be the same. */
const CHOSEN_BY = ['brand', 'model'];

/** Names and slugs of one brand in one form: `Golf VI` and `golf-vi`. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const twoVersions: ContractCheck = {
  code: 'two-versions',
  level: 'warning',
  harm: 'A caller cannot tell which version of the API it uses.',
  title: 'The responses of a run have several versions',
  explanation: '`api_version` differs between responses: servers of two versions may respond.',
  ofRun: (judgements) => {
    const all = judgements.filter((one) => typeof fieldOf(one, 'api_version') === 'string');
    const versions = groupBy(all, (one) => shownValue(fieldOf(one, 'api_version')));
    const [[version = '', [first] = []] = [], [own = '', others = []] = []] = versions;
    const [by] = others;
    if (!first || !by) return [];
    const found = {
      pointer: '/api_version',
      compared: first.request,
      scope: `${own} in ${joinWords([...new Set(others.map(({ request }) => request.operation))])}`,
      expected: 'one api_version in a run',
      got: `${own} in ${by.request.operation}, ${version} in ${first.request.operation}`,
      next: 'Send one api_version from every operation and every server.',
    };
    return [{ by, found }];
  },
};

const fieldOf = ({ json }: Judgement, name: string): unknown => Object(json?.body)[name];

/** So long after a timestamp another response has to have another one. */
const STANDS_STILL_MS = 2000;

export const clockStandsStill: ContractCheck = {
  code: 'clock-stands-still',
  level: 'warning',
  harm: 'A reader takes the response for older than it is, or a cache keeps responses that it should not.',
  title: 'The timestamps do not advance',
  explanation: 'Responses of two operations, seconds apart, have the same timestamp.',
  ofRun: (judgements) => {
    const times = judgements.flatMap((by) => {
      const timestamp = fieldOf(by, 'timestamp');
      if (typeof timestamp !== 'string' || by.received === undefined) return [];
      return [{ by, timestamp, at: by.received, sent: by.received - (by.milliseconds ?? 0) }];
    });
    for (const [, [first, ...others]] of groupBy(times, ({ timestamp }) => timestamp)) {
      // Only a request that was sent later proves it: a response may have been on its way for seconds.
      const late = others.find(
        ({ sent, by }) =>
          first && sent - first.at > STANDS_STILL_MS && by.request.operation !== first.by.request.operation,
      );
      if (!first || !late) continue;
      const found = {
        pointer: '/timestamp',
        compared: first.by.request,
        expected: 'a timestamp that advances',
        got: `the timestamp ${shownValue(first.timestamp)} in ${first.by.request.operation} and, ${Math.round((late.sent - first.at) / 1000)} s later, in ${late.by.request.operation}`,
        next: 'Write the time at which the response is generated.',
      };
      return [{ by: late.by, found }];
    }
    return [];
  },
};

export const tellsUsersApart: ContractCheck = {
  code: 'tells-users-apart',
  level: 'warning',
  harm: 'By guessing, an attacker finds out which users exist and then has to guess only keys.',
  title: 'An unknown user and an invalid key get different messages',
  ofRun: (judgements) => {
    const rejected = judgements.filter(
      ({ request, response, json }) =>
        request.kind === 'invalid-credentials' &&
        response?.status === 401 &&
        json &&
        !request.probeOf &&
        // A locked account gets another text.
        headerOf(response, 'retry-after') === undefined,
    );
    // A service that rejects valid credentials may reject the others for the same reason.
    if (judgements.some(isUnauthorised)) return [];
    const ofUser = rejected.find(
      ({ request: { isWrongSecret, faults = {} } }) => !isWrongSecret && Object.keys(faults).length === 1,
    );
    const ofKey = rejected.find(({ request }) => request.isWrongSecret);
    if (!ofUser || !ofKey || messageOf(ofUser) === messageOf(ofKey)) return [];
    const found = {
      pointer: '/message',
      compared: ofUser.request,
      expected: 'one message for an unknown user and an invalid key',
      got: `${messageOf(ofKey)} for an invalid key, ${messageOf(ofUser)} for an unknown user`,
      next: 'Send the same message in both cases.',
    };
    return [{ by: ofKey, found }];
  },
};

/** Characters of a message that are shown: the difference may stand at its end. */
const LONGEST_TEXT = 120;

/** The message without its numbers, which differ from response to response. */
const messageOf = (one: Judgement): string =>
  shownValue(String(fieldOf(one, 'message') ?? '').replaceAll(/[\da-f]{8,}|\d+/g, '#'), LONGEST_TEXT);
