import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serveLanguage } from './serveLanguage.ts';
import { doJobs, isWorkThread, startWorkThread } from './workThread.ts';

if (isWorkThread) {
  doJobs();
} else {
  serveLanguage(createConnection(ProposedFeatures.all), () => startWorkThread(__filename));
  // An editor that is killed leaves nothing else to stop for.
  process.on('disconnect', () => process.exit());
}
