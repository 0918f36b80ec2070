/** A record of the document; which fields it has, the document says. */
export type DocumentRecord = Record<string, unknown>;

export interface BrandEntry {
  kind: 'brand';
  name: string;
  slug: string;
}

export interface ModelEntry {
  kind: 'model';
  /** Slug of the brand. */
  brand: string;
  name: string;
  slug: string;
}

export interface VariantEntry {
  kind: 'variant';
  /** Slugs. */
  brand: string;
  model: string;
  record: DocumentRecord;
}

/** A whole vehicle is one line, so a wrong line never loads half of one. */
export interface VehicleEntry {
  kind: 'vehicle';
  patterns: string[];
  record: DocumentRecord & { carId: number; year: string };
  fluids: DocumentRecord[];
  oemParts: DocumentRecord[];
  repairTimes: DocumentRecord[];
  engines: DocumentRecord[];
}

/** Says something to readers of the file; loads nothing. */
export interface NoteEntry {
  kind: 'note';
  text: string;
}

/** What a line holds. demo/FORMAT.md describes it to people. */
export type Entry = NoteEntry | BrandEntry | ModelEntry | VariantEntry | VehicleEntry;
