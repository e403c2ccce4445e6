import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { runbookPrograms } from '../programs/runbookPrograms.ts';
import { serveLanguage } from './serveLanguage.ts';
import { doJobs, isWorkThread, startWorkThread } from './workThread.ts';

if (isWorkThread) {
  doJobs(runbookPrograms);
} else {
  serveLanguage(createConnection(ProposedFeatures.all), runbookPrograms, () => startWorkThread(__filename));
  // An editor that is killed leaves nothing else to stop for.
  process.on('disconnect', () => process.exit());
}
