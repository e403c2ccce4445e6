import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serveLanguage } from './serveLanguage.ts';

serveLanguage(createConnection(ProposedFeatures.all));
// An editor that is killed leaves nothing else to stop for.
process.on('disconnect', () => process.exit());
