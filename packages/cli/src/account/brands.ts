import { hintsIn } from './hints.ts';

const hints = hintsIn('brands.json');

/** The slugs of the brands that the service at this address last listed, for hints. Empty if they are not known. */
export function readBrands(baseUrl: string): string[] {
  const brands = hints.read(baseUrl);
  return Array.isArray(brands) ? brands.filter((brand) => typeof brand === 'string') : [];
}

/** Keeps the brands that the service at this address has listed. */
export function keepBrands(baseUrl: string, data: unknown): void {
  if (Array.isArray(data))
    hints.keep(
      baseUrl,
      data.map((entry: { slug?: unknown }) => entry.slug),
    );
}
