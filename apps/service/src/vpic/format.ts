/**
 * The lines of a catalogue, as `demo/FORMAT.md` of the service describes them. The service checks every line, so records
 * have no closer type here.
 */
export type CatalogueLine = FirstLine | BrandLine | ModelLine | VariantLine | VehicleLine;

/** The first line: what the data are, and where they come from. */
export interface FirstLine {
  kind: 'origin';
  /** Begins the name of the version. */
  label: string;
  text: string;
}

export interface BrandLine {
  kind: 'brand';
  name: string;
  slug: string;
}

export interface ModelLine {
  kind: 'model';
  /** Slug of the brand. */
  brand: string;
  name: string;
  slug: string;
}

export interface VariantLine {
  kind: 'variant';
  /** Slugs. */
  brand: string;
  model: string;
  record: ListRecord;
}

export interface VehicleLine extends VehicleLists {
  kind: 'vehicle';
  /** VIN patterns; `.` is any character. */
  patterns: string[];
  record: ListRecord;
}

/** A vehicle without entries in its lists, all of which a line must have. */
export const NO_ENTRIES = { fluids: [], oemParts: [], repairTimes: [], engines: [] } as const;
type VehicleLists = Record<keyof typeof NO_ENTRIES, readonly ListRecord[]>;

export type ListRecord = Record<string, unknown>;

export const VIN_LENGTH = 17;
/** Letters and digits without I, O and Q. */
export const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
/** Ends a pattern that counts only for VINs that no pattern without it matches. */
export const FALLBACK = '?';
