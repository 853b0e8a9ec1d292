import { nodeVersions } from '../../support/node-versions.ts';
import { describeLanguage } from './language.ts';
import { nodeHost } from './node-host.ts';

for (const { major, path } of nodeVersions()) describeLanguage(`Node ${major}`, nodeHost(path));
