import { Presets, SingleBar } from 'cli-progress';

const MEGABYTE = 1_000_000;

/** A bar on a terminal; nothing if the output is not a terminal or the size is unknown. */
export function progressBar(stream: NodeJS.WriteStream | undefined): {
  update(bytes: number, size: number | undefined): void;
  stop(): void;
} {
  if (!stream?.isTTY) return { update: () => {}, stop: () => {} };
  const format = 'import {bar} {percentage}% | {value}/{total} MB | {eta_formatted} left';
  const bar = new SingleBar({ format, stream, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
  return {
    update(bytes, size) {
      if (size === undefined) return;
      if (!bar.isActive) bar.start(Math.ceil(size / MEGABYTE), 0);
      bar.update(Math.floor(bytes / MEGABYTE));
    },
    stop: () => bar.stop(),
  };
}
