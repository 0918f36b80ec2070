/** Preloaded into a program with `--import`: prints the URL of each module that the program has loaded, on standard error. */
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
