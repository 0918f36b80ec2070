/** In your project, `wrangler types` generates these types. */
declare module 'cloudflare:workers' {
  export const env: {
    VEHICLE_LOOKUP_BASE_URL: string;
    VEHICLE_LOOKUP_USER: string;
    VEHICLE_LOOKUP_KEY: string;
    PAGE_ORIGIN: string;
  };
  export function waitUntil(promise: Promise<unknown>): void;
}
