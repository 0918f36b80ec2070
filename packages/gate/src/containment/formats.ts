/**
 * Ranges of the integer formats (OpenAPI Format Registry). The end is exclusive, because `2 ** 63 - 1` cannot be represented as a
 * double.
 */
const INTEGERS: ReadonlyMap<string, readonly [least: number, end: number]> = new Map([
  ['int8', [-128, 128]],
  ['int16', [-32768, 32768]],
  ['int32', [-2147483648, 2147483648]],
  ['int64', [-(2 ** 63), 2 ** 63]],
  ['uint8', [0, 256]],
  ['uint16', [0, 65536]],
  ['uint32', [0, 4294967296]],
  ['uint64', [0, 2 ** 64]],
]);

/** Formats that only describe how a value is displayed or stored. Every string is valid for these formats. */
const SILENT: ReadonlySet<string> = new Set([
  'password',
  'binary',
  'float',
  'double',
  'decimal',
  'text',
  'html',
  'markdown',
  'string',
  ...INTEGERS.keys(),
]);

interface Format {
  test: (text: string) => boolean;
  samples: readonly string[];
  /** A pattern that matches every string of this format, for comparisons with lengths and patterns. */
  pattern?: string;
  /** Whether the pattern matches only strings of this format. */
  isExact?: boolean;
  /** Formats that accept every string of this format. */
  within?: readonly string[];
}

const matching = (expression: RegExp, ...samples: string[]): Format => ({
  test: (text) => expression.test(text),
  samples,
  // Patterns with a lookaround cannot be compared.
  ...(expression.source.includes('(?=') ? {} : { pattern: expression.source, isExact: true }),
});

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return DAY.test(text) && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
/** Matches dates as if every month had 31 days. */
const DAYS = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
function isMoment(text: string): boolean {
  const [day = '', time = '', ...rest] = text.split(/t|\s/i);
  return rest.length === 0 && isDay(day) && TIME.test(time);
}

function isExpression(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const ATOM = "a-zA-Z0-9!#$%&'*+/=?^_`{|}~-";
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
const SCHEME = '[a-zA-Z][a-zA-Z0-9+.-]*:';
const GROUP = '[0-9a-f]{1,4}';

function isIpv6(text: string): boolean {
  const [, head = '', tail] = new RegExp(`^(.*?)(:?${IPV4})?$`, 'i').exec(text) ?? [];
  const whole = tail === undefined ? head : `${head}${tail.startsWith(':') ? ':' : ''}0:0`;
  const [before = '', after, ...rest] = whole.split('::');
  const groups = [before, after ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')));
  if (rest.length > 0 || !groups.every((one) => new RegExp(`^${GROUP}$`, 'i').test(one))) return false;
  return after === undefined ? groups.length === 8 : groups.length < 8;
}

/** Formats from JSON Schema Validation (7.3) and OpenAPI that accept only some strings. */
const FORMATS = new Map<string, Format>(
  Object.entries({
    date: { test: isDay, samples: ['2024-02-01', '1999-12-31'], pattern: `^${DAYS}$` },
    'date-time': {
      test: isMoment,
      samples: ['2024-02-01T09:00:00Z', '1999-12-31T23:59:59.5+02:00'],
      pattern: `^${DAYS}[tT\\s]${TIME.source.slice(1)}`,
    },
    time: matching(TIME, '09:00:00Z', '23:59:59+02:00'),
    duration: matching(/^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/, 'P1D', 'PT5M'),
    email: matching(new RegExp(`^[${ATOM}]+(\\.[${ATOM}]+)*@(${LABEL}\\.)*${LABEL}$`), 'a@b.co', 'someone@example.com'),
    'idn-email': matching(/^[^@\s]+@[^@\s]+$/, 'a@b.co'),
    hostname: {
      ...matching(new RegExp(`^(?=.{1,253}\\.?$)${LABEL}(\\.${LABEL})*\\.?$`), 'example.com', 'a'),
      within: ['idn-hostname'],
    },
    'idn-hostname': matching(/^[^\s@/?#]+$/, 'example.com'),
    ipv4: { ...matching(new RegExp(`^${IPV4}$`), '192.0.2.1'), within: ['hostname', 'idn-hostname'] },
    ipv6: { test: isIpv6, samples: ['2001:db8::1'] },
    uri: matching(new RegExp(`^${SCHEME}[^\\s<>"{}|\\\\^\`]*$`), 'https://example.com/a', 'urn:a:b'),
    'uri-reference': matching(/^[^\s<>"{}|\\^`]*$/, '/a', 'https://example.com/a'),
    iri: matching(new RegExp(`^${SCHEME}[^\\s<>"{}|\\\\^\`]*$`), 'https://example.com/a'),
    'iri-reference': matching(/^[^\s<>"{}|\\^`]*$/, '/a'),
    'uri-template': matching(/^([^\s<>"{}|\\^`]|\{[^{}\s]+\})*$/, '/a/{b}'),
    uuid: matching(/^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/, '123e4567-e89b-12d3-a456-426614174000'),
    'json-pointer': matching(/^(\/([^~/]|~[01])*)*$/, '/a/b', ''),
    'relative-json-pointer': matching(/^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/, '0/a'),
    regex: { test: isExpression, samples: ['^a$', 'a'] },
    byte: matching(/^([a-zA-Z0-9+/]{4})*([a-zA-Z0-9+/]{2}==|[a-zA-Z0-9+/]{3}=)?$/, 'YQ==', ''),
  }),
);

export const rangeOfFormat = (format: string): readonly [least: number, end: number] | undefined =>
  INTEGERS.get(format);
export const isSilent = (format: string): boolean => SILENT.has(format);
export const formatOf = (format: string): Format | undefined => FORMATS.get(format);

/** Returns whether every string of the inner format is also valid for the outer format. */
export const isFormatWithin = (inner: string, outer: string): boolean =>
  inner === outer || FORMATS.get(inner)?.within?.includes(outer) === true;

/** Returns whether a string is valid for a format; undefined if the format is unknown or accepts every string. */
export const hasFormat = (text: string, format: string): boolean | undefined => FORMATS.get(format)?.test(text);
