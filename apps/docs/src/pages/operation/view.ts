import type { DocumentedOperation } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { Links } from '../../site/links.ts';
import type { Site } from '../../site.ts';

/** An operation with the place where it is shown: on its own page, or among others. */
export interface OperationView {
  site: Site;
  operation: DocumentedOperation;
  links: Links;
  /** Before each element id, where several operations share a page. */
  prefix: string;
  /** Level of its sections' headings. */
  level: 2 | 3;
}

/** A status with the colour of its class. */
export const statusBadge = (status: string): Markup =>
  markup`<span class="status s${status.slice(0, 1)}">${status}</span>`;
