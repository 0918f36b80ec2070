// A program with every kind of option and argument. It is JavaScript and uses the built package, so that it runs on any Node.js
// version.
import {
  Argument,
  Command,
  InvalidArgumentError,
  Option,
  Program,
  packageVersion,
  port,
  readyUntilStopped,
  SecretOption,
  UsageError,
  UserError,
  wholeNumber,
} from '@vehicle-lookup/toolkit/command-line';

const failures = {
  user: () => new UserError('http://h/?user=me&key=abc was rejected\nsecond line', 3),
  usage: () => new UsageError('--left and --right: give one of them'),
  system: () => Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC', path: '/data/x' }),
  message: () => new UserError(process.env.TOOL_MESSAGE),
  unexpected: () => new TypeError('it broke\nin two lines'),
  named: () => new Error(`the service said ${process.env.TOOL_KEY} \u001b[31mred`),
};

/** @param {import('@vehicle-lookup/toolkit/command-line').ProgramSettings} settings */
export function createTool(settings = { version: packageVersion('@vehicle-lookup/toolkit', import.meta.url) }) {
  const serve = new Command('serve')
    .summary('Serve it.')
    .description('Serves it until it is stopped.')
    .addOption(new Option('--port <N>', 'port to listen on').env('TOOL_PORT').default(4000).argParser(port))
    .addOption(new Option('--no-demo', 'start without the sample data').env('TOOL_DEMO'))
    .addOption(new Option('--level <LEVEL>', 'lowest level to log').choices(['info', 'warn', 'error']))
    .addOption(new Option('--pair <NAME=VALUE...>', 'a pair'))
    .addOption(new Option('--quiet', 'print no messages').conflicts('level'))
    .addOption(new SecretOption('--key <KEY>', 'the key', 'TOOL_KEY'))
    .check((command) => (command.opts().port === 4001 ? ['--port: 4001 is for operators'] : []))
    .action((_, command) => print(command.optsWithGlobals()));
  const file = new Command('file')
    .summary('Read a file.')
    .addOption(new Option('--user <NAME>', 'the account').env('TOOL_USER').makeOptionMandatory())
    .addArgument(new Argument('<FILE>', 'path of the file'))
    .addArgument(
      new Argument('[LINES]', 'number of lines').argParser((text) => {
        if (text === 'odd') throw new InvalidArgumentError('expected an even number');
        return wholeNumber(1)(text);
      }),
    )
    .action((name, lines, options) => print({ name, lines, ...options }));
  const account = new Command('account').summary('Accounts.');
  account.addCommand(new Command('create').summary('Create an account.').action(() => 4));
  account.addCommand(new Command('close').summary('Close an account.').action(() => undefined));
  const fail = new Command('fail').addArgument(new Argument('<KIND>').choices(Object.keys(failures))).action((kind) => {
    throw failures[kind]();
  });
  const wait = new Command('wait').action(async () => {
    await readyUntilStopped({ ready: 'http://127.0.0.1:1' });
    print('stopped');
  });
  const flood = new Command('flood').action(() => {
    for (let line = 0; line < 100_000; line++) print(line);
  });
  const later = new Command('later').action(() => {
    setTimeout(() => {
      throw new Error('it broke later');
    });
  });
  const tool = new Program('tool', { credentials: ['user', 'key'], ...settings })
    .description('A tool.')
    .addOption(new Option('--json', 'print JSON'));
  for (const command of [serve, file, account, fail, wait, flood, later]) tool.addCommand(command);
  return tool;
}

const print = (value) => console.log(JSON.stringify(value));

if (process.argv[1] === import.meta.filename) await createTool().main();
