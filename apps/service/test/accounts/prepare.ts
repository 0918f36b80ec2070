/** A process that prepares the data folder of its argument and prints what it ran. */
import { prepareAccounts } from '../../src/accounts/open.ts';
import { dataFolder } from '../../src/data-folder.ts';

console.log(JSON.stringify(await prepareAccounts(dataFolder(process.argv[2] ?? ''))));
