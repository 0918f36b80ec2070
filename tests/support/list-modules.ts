/** Preloaded into a program with `--import`. Prints the URL of each loaded module to standard error. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const urls: string[] = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeSync(2, `${urls.join('\n')}\n`));
