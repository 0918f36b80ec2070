import type { Cases } from '../case.ts';
import { cases as accountRegistry } from './account-registry.ts';
import { cases as admission } from './admission.ts';
import { cases as audit } from './audit.ts';
import { cases as burst } from './burst.ts';
import { cases as catalogue } from './catalogue.ts';
import { cases as catalogueDraft } from './catalogue-draft.ts';
import { cases as catalogueSource } from './catalogue-source.ts';
import { cases as dailyUsage } from './daily-usage.ts';
import { cases as quota } from './quota.ts';
import { cases as vinMatches } from './vin-matches.ts';

export const conformance: Readonly<Record<string, Cases>> = {
  'account-registry': accountRegistry,
  admission,
  audit,
  burst,
  catalogue,
  'catalogue-draft': catalogueDraft,
  'catalogue-source': catalogueSource,
  'daily-usage': dailyUsage,
  quota,
  'vin-matches': vinMatches,
};
