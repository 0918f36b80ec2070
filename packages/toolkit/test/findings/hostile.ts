import fc from 'fast-check';
import type { Finding, FindingLevel } from '../../src/findings/index.ts';

/** Strings that would affect a browser, viewer or terminal if a rendering did not escape them. */
const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  ']]><!-- & &amp; &#0; "\' -->',
  '| a | b |\n| --- | --- |',
  '``` ~~~ `x` **b** [l](http://evil.example) ![i](http://evil.example/i.png) www.evil.example @octocat :tada:',
  '\u001b[31mred\u001b[0m\u0007\u0000\r\n\u0085\u2028\u202e\ufeff\ufffe\ud800',
];
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE));
const level = fc.constantFrom<FindingLevel>('failure', 'contradiction', 'error', 'warning', 'drift');

/** Generates findings about responses and about documents. */
export const anyFindings: fc.Arbitrary<Finding[]> = fc.array(
  fc.record(
    {
      code: fc.oneof(text, fc.constant('schema')),
      level,
      fails: fc.boolean(),
      clause: text,
      assumption: text,
      operation: text,
      status: fc.constantFrom('200', '404', ''),
      pointer: text,
      request: text,
      reproduce: text,
      expected: text,
      got: text,
      next: text,
    },
    { requiredKeys: ['code', 'level', 'fails', 'operation', 'status', 'expected', 'got', 'next'] },
  ),
  { maxLength: 8 },
);

/** A finding about a document, without a request. */
export const ofDocument: Finding = {
  code: 'required-member',
  level: 'failure',
  fails: true,
  operation: 'readShelf',
  status: '200',
  pointer: '/components/schemas/Shelf/required/0',
  expected: 'the field titles to stay required',
  got: 'an optional field',
  next: 'Keep it required, or publish a major version.',
};
