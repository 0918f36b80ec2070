import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../generate/validators/code.ts';
import { patched } from '../../generate/validators/patch.ts';

const sample = sampleCode();

test('every patch changes the code that this ajv version generates', () => {
  const code = patched(sample, sample);
  expect(code).toMatch(/vErrors = joined\(vErrors, validate\d+\.errors\)/);
  expect(code).toMatch(/vErrors = joined\(vErrors, wrapper\d+\.validate\.errors\)/);
  expect(code).toMatch(/for\(let i0=0, fromi0=errors; i0<len0 && errors-fromi0<\d+; i0\+\+\)/);
  expect(code).not.toMatch(/\.concat\(|; ?i0 ?< ?len0;/);
});

test('code without lists and references is not changed', () => {
  expect(patched('export const one = () => true;', sample)).toMatch(/^export const one = \(\) => true;\n/);
});

describe('patching throws an error if ajv generates different code', () => {
  test.each([
    ['for one loop', (code: string) => code.replace('i0++', 'i0 += 1'), 'loop over a list: 1 of 2 places matched; '],
    [
      'for every loop',
      (code: string) => code.replaceAll('for(let i', 'for(var i'),
      'loop over a list: no place matched in a sample; ',
    ],
    [
      'for one copy',
      (code: string) => code.replace('= vErrors === null', '= !vErrors'),
      /^copying of errors: \d+ of \d+ places/,
    ],
    [
      'for every copy',
      (code: string) => code.replaceAll('.concat(', '.push('),
      'copying of errors: no place matched in a sample; ',
    ],
  ])('%s', (_, change, message) => {
    expect(() => patched(sample, change(sample))).toThrow(message);
  });
});
