import { allPrograms } from '../programs/all.ts';
import { runMain } from './runMain.ts';

runMain(allPrograms);
