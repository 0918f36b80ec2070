import { edit, set, text } from '../../changes.ts';
import type { OperationFaults } from '../../service.ts';

const GAZ_IN_WINDOWS_1251 = Buffer.from([0xc3, 0xc0, 0xc7]);

export const faults: OperationFaults = {
  wire: {
    'encoded-twice': {
      says: 'encodes names in UTF-8 twice, so that other letters are read',
      code: 'encoded-twice',
      change: edit('/data/*/name', (name) => Buffer.from(name).toString('latin1')),
    },
    'windows-1251-names': {
      says: 'writes Cyrillic names in Windows-1251',
      code: 'not-utf-8',
      change: text((json) => {
        const [first = '', ...others] = json.split('ГАЗ').map((part) => Buffer.from(part));
        return Buffer.concat([first, ...others.flatMap((part) => [GAZ_IN_WINDOWS_1251, part])].map(Buffer.from));
      }),
    },
  },
  schema: {
    'nameless-brand': {
      says: 'has a brand without a name',
      code: 'empty-values',
      change: set('/data/2/name', ''),
    },
    'tilde-in-a-slug': {
      says: 'writes a tilde into a slug',
      code: 'slug-form',
      change: edit('/data/*/slug', (slug) => slug.replaceAll('-', '~')),
    },
  },
  meaning: {
    'brand-twice': {
      says: 'lists a brand twice under one slug',
      code: 'meaning',
      change: edit('/data', ([first, ...others]) => [first, { ...first, name: 'AUDI' }, ...others]),
    },
  },
};
