import { runMain } from '../../../src/cli/runMain.ts';
import { parrotHere } from './here.ts';

// The command line of a Beckon that knows parrots and nothing else.
runMain([parrotHere]);
