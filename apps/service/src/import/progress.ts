const MEGABYTE = 1_000_000;
const INTERVAL_MS = 1_000;
/** Control sequence that moves the cursor to the beginning of the line and erases the line. */
const ERASE = '\r\u001B[K';

/** Updates a progress line in a terminal every second; writes no line if the file size is unknown. */
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
