// Runs a script of this directory like `python3`, in pyodide: Python on Node.js, with the sockets of the machine. Arguments: the
// pyodide module and the script.
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [module, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(module));
const python = await loadPyodide();
// biome-ignore lint/correctness/useHookAtTopLevel: pyodide, not React
await python.useNodeSockFS();
python.mountNodeFS('/client', join(import.meta.dirname, '../..'));

const input = await buffer(process.stdin);
let at = 0;
python.setStdin({
  read(target) {
    const length = input.copy(target, 0, at);
    at += length;
    return length;
  },
});
python.setStdout({ batched: console.log });
python.globals.set('script', `/client/test/python/${basename(script)}`);
await python.runPythonAsync(`
import runpy, sys
sys.argv = [script]
runpy.run_path(script, run_name="__main__")
`);
