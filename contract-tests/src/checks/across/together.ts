import { isDeepStrictEqual } from 'node:util';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { groupBy } from '../../group-by.ts';
import { headerOf } from '../../run/response.ts';
import type { ContractCheck } from '../check.ts';
import { isSuccess, isUnauthorised, type Judgement } from '../judgement.ts';
import { shownValue } from '../received.ts';
import { records } from '../records.ts';

// One common entry is not sufficient evidence: two brands may have models with the same name, and no clause restricts a model to one brand.
export const sameList: ContractCheck = {
  code: 'same-list',
  level: 'warning',
  harm: 'A user who chooses one brand or model gets the entries of another.',
  title: 'Two brands or models have the same list',
  explanation: 'The list of one brand or model was returned for another. Only recorded traffic can show this.',
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
        next: 'Filter the list by the brand and the model of the request.',
      };
      return [{ by, found }];
    }
    return [];
  },
};

/** The parameters that select a list. Lists of fluids and parts are not compared: two vehicles may have the same list. */
const CHOSEN_BY = ['brand', 'model'];

/** Normalises a name or a slug, so that `Golf VI` equals `golf-vi`. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const twoVersions: ContractCheck = {
  code: 'two-versions',
  level: 'warning',
  harm: 'A caller cannot tell which version of the API it uses.',
  title: 'The responses of a run have different API versions',
  explanation: '`api_version` differs between responses: servers with different versions may be responding.',
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
      expected: 'the same api_version in all responses',
      got: `${own} in ${by.request.operation}, ${version} in ${first.request.operation}`,
      next: 'Send the same api_version from every operation and every server.',
    };
    return [{ by, found }];
  },
};

const fieldOf = ({ json }: Judgement, name: string): unknown => Object(json?.body)[name];

/** The time after which a later response must have a different timestamp. */
const STANDS_STILL_MS = 2000;

export const clockStandsStill: ContractCheck = {
  code: 'clock-stands-still',
  level: 'warning',
  harm: 'A client considers the response older than it is, or a cache stores responses that it should not.',
  title: 'The timestamps do not advance',
  explanation: 'Responses of two operations, seconds apart, have the same timestamp.',
  ofRun: (judgements) => {
    const times = judgements.flatMap((by) => {
      const timestamp = fieldOf(by, 'timestamp');
      if (typeof timestamp !== 'string' || by.received === undefined) return [];
      return [{ by, timestamp, at: by.received, sent: by.received - (by.milliseconds ?? 0) }];
    });
    for (const [, [first, ...others]] of groupBy(times, ({ timestamp }) => timestamp)) {
      // The time at which the later request was sent is compared, because a response may take seconds to arrive.
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
  harm: 'An attacker can find out which users exist and then has to guess only their keys.',
  title: 'An unknown user and an invalid key get different messages',
  ofRun: (judgements) => {
    const rejected = judgements.filter(
      ({ request, response, json }) =>
        request.kind === 'invalid-credentials' &&
        response?.status === 401 &&
        json &&
        !request.probeOf &&
        // A locked account gets a different message.
        headerOf(response, 'retry-after') === undefined,
    );
    // A service that rejects valid credentials may reject invalid credentials for the same reason.
    if (judgements.some(isUnauthorised)) return [];
    const ofUser = rejected.find(
      ({ request: { isWrongSecret, faults = {} } }) => !isWrongSecret && Object.keys(faults).length === 1,
    );
    const ofKey = rejected.find(({ request }) => request.isWrongSecret);
    if (!ofUser || !ofKey || messageOf(ofUser) === messageOf(ofKey)) return [];
    const found = {
      pointer: '/message',
      compared: ofUser.request,
      expected: 'the same message for an unknown user and an invalid key',
      got: `${messageOf(ofKey)} for an invalid key, ${messageOf(ofUser)} for an unknown user`,
      next: 'Send the same message in both cases.',
    };
    return [{ by: ofKey, found }];
  },
};

/** The maximum length of a displayed message. It is generous, because the difference may be at the end of the message. */
const LONGEST_TEXT = 120;

/** The message without numbers, which differ from response to response. */
const messageOf = (one: Judgement): string =>
  shownValue(String(fieldOf(one, 'message') ?? '').replaceAll(/[\da-f]{8,}|\d+/g, '#'), LONGEST_TEXT);
