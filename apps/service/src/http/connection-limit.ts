/** Descriptors that are kept for files: databases, a new version of the catalogue, logs, traces. */
const RESERVED = 96;

/** How many files and connections this process may have open at once; undefined: the system states no limit. */
export function descriptorLimit(): number | undefined {
  // Without it a report may look up the names of all connected clients.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** How many connections fit below a limit of descriptors: without a descriptor the service could open no file. */
export const connectionsBelow = (descriptors: number): number =>
  Math.max(Math.floor(descriptors / 2), descriptors - RESERVED);
