import { expect, test } from 'vitest';
import { markup, verbatim, visible } from '../../src/markup/index.ts';

test('a string in a template is escaped', () => {
  expect(markup`<p title="${'"'}">${"<b> & '"}</p>`.markup).toBe('<p title="&quot;">&lt;b&gt; &amp; &#39;</p>');
});

test('markup, a list of markup and a number are inserted unchanged', () => {
  const items = ['a', '<'].map((text) => markup`<li>${text}</li>`);
  expect(markup`<ul>${items}</ul>${markup`<hr>`}${2}`.markup).toBe('<ul><li>a</li><li>&lt;</li></ul><hr>2');
});

test('a verbatim string keeps its line breaks', () => {
  expect(markup`<pre>${verbatim('<a>\n\tb')}</pre>`.markup).toBe('<pre>&lt;a&gt;\n\tb</pre>');
});

test('characters that control a terminal or hide text are shown as codes', () => {
  expect(visible('a\u001b[31mb\n\u202ec\ufeff')).toBe('a\\u{1b}[31mb\\u{a}\\u{202e}c\\u{feff}');
});

test('a shortened string states the number of omitted characters', () => {
  expect(visible('x'.repeat(12), 10)).toBe(`${'x'.repeat(10)}… and 2 more characters`);
});
