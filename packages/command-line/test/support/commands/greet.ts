import { Command } from '@vehicle-lookup/command-line';

export const command: Command = new Command('greet').summary('Greet.').action(() => console.log('hello'));
