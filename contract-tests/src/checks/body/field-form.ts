import { at } from '@vehicle-lookup/openapi';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { shownValue } from '../received.ts';
import { entriesText, firstNames, parentOf, type Recogniser, shownAt, subject } from './place.ts';

export const FAILURE_AS_SUCCESS = 'A failure is sent with status 200';

/** A body that says of itself that it is an error. */
export const failureAsSuccess: Recogniser = ({ pointer, expected, body }) => {
  if (pointer !== '/success' || expected !== 'true' || Object(body).success !== false) return undefined;
  const { data, message } = Object(body);
  return {
    title: FAILURE_AS_SUCCESS,
    got: 'success false with status 200, to a request that should succeed',
    evidence: `success: false; ${data === undefined ? 'no data' : `data: ${shownValue(data)}`}${message === undefined ? '' : `; message: ${shownValue(message, LONGEST)}`}`,
    next:
      data === undefined
        ? 'There is no data: send the status of the error instead of 200, 404 if nothing was found, 500 if the service failed.'
        : 'There is data: if the lookup succeeded, write true in success; if not, send the status of the error, without data.',
  };
};

/** Fields of the full envelope of which a simplified one has neither. */
const VERSION = 'api_version';
const PAIR = ['timestamp', VERSION];

/** "Each response carries api_version", by id. */
const VERSION_CLAUSE = 'versioning.1';

/** One of two fields that come together or not at all: the missing one is the news. */
export const halfOfPair: Recogniser = ({ pointer, expected, body }) => {
  const name = pointer.slice(1);
  const missing = PAIR.find((other) => other !== name);
  if (expected !== 'nothing' || !PAIR.includes(name) || missing === undefined || missing in Object(body))
    return undefined;
  return {
    title: `${missing} is missing beside ${name}`,
    expected: `both or neither of ${joinWords(PAIR)}`,
    got: `\`${name}\` without \`${missing}\`: half of the full envelope`,
    next:
      missing === VERSION
        ? `Add \`${missing}\`: each response carries it (${VERSION_CLAUSE}).`
        : `Add \`${missing}\`, or leave out \`${name}\`, too.`,
  };
};

/** Characters that are shown of what may stand under another name. */
const LONGEST = 60;

const MOST_MEMBERS = 12;

/** A field that is not there; it may stand there under another name. */
export const missingMember: Recogniser = (place) => {
  const { pointer, got, name, names, body, shown, undocumented } = place;
  if (got !== 'nothing') return undefined;
  const parent = parentOf(pointer);
  const members = Object.keys(Object(at(body, parent)));
  const known = shownAt(shown, parent).flatMap((record) => Object.keys(Object(record)));
  const strangers = members.filter(
    (member) => !known.includes(member) && (known.length > 0 || undocumented.includes(`${parent}/${member}`)),
  );
  const [stranger] = strangers;
  const isRenamed = stranger !== undefined && strangers.length === 1 && names === name;
  const count = entriesText(place);
  const record: unknown = at(body, parent);
  const strangersText = isRenamed
    ? `${stranger}: ${shownValue(Object(record)[stranger], LONGEST)}`
    : firstNames(strangers);
  return {
    title: `${subject(place)} missing${count && ` ${count}`}${isRenamed ? `; ${stranger} stands in its place` : ''}`,
    expected: `the field ${name}`,
    got: `an object without ${name}${count && `, ${count}`}`,
    evidence: `${members.length === 1 ? '1 field' : `${members.length} fields`}${parent === '' ? '' : ` in ${parent}`}: ${firstNames(members, MOST_MEMBERS)}; ${strangers.length > 0 ? `not documented: ${strangersText}` : 'all of them documented'}`,
    next: isRenamed
      ? `If ${stranger} holds what belongs into ${name}, rename it to ${name}; otherwise add ${name}.`
      : parent === ''
        ? `Send ${names} in every such response.`
        : `Send ${names} in every record${count.includes(' of ') ? ', as the other entries have it' : ''}, also where the value is not known.`,
  };
};

/** A field that has no place there. */
export const forbiddenMember: Recogniser = (place) =>
  place.expected === 'nothing'
    ? { title: `${subject(place)} there, and the document has no such field`, next: `Leave ${place.names} out.` }
    : undefined;
