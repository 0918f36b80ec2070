const MEGABYTE = 1_000_000;
const INTERVAL_MS = 1_000;
/** Returns to the beginning of the line and erases it. */
const ERASE = '\r\u001B[K';

/** Writes a line to a terminal, and a new one in its place every second; nothing if the size of the file is unknown. */
export function progressLine(stream: NodeJS.WriteStream | undefined): {
  update(bytes: number, size: number | undefined): void;
  stop(): void;
} {
  if (!stream?.isTTY) return { update: () => undefined, stop: () => undefined };
  let writtenAt = performance.now();
  return {
    update(bytes, size) {
      if (size === undefined || performance.now() - writtenAt < INTERVAL_MS) return;
      writtenAt = performance.now();
      const [read, all] = [bytes, size].map((one) => Math.round(one / MEGABYTE));
      stream.write(`${ERASE}import: ${Math.floor((bytes / size) * 100)} %, ${read} of ${all} MB`);
    },
    stop: () => void stream.write(ERASE),
  };
}
