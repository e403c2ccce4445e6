import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serveLanguage } from './serveLanguage.ts';

serveLanguage(createConnection(ProposedFeatures.all));
