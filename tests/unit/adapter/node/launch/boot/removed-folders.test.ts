import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { FollowFiles } from '../../../../../../src/adapter/languages/python/follow/follow-files.ts';
import { BootFolder } from '../../../../../../src/adapter/node/launch/boot/boot-folder.ts';

test('what is wanted after the end of a program is written nowhere: its folder is gone', async () => {
  const boot = new BootFolder();
  await boot.remove();
  const none = { stems: [], names: [], functions: [] };
  const settings = {
    version: 1,
    serverPid: 1,
    isFlagged: false,
    launchers: [],
    adopt: 'files',
    isOwnOnly: true,
  } as const;
  boot.writeSettings({ ...none, ...settings, wake: '' });
  expect(existsSync(boot.path)).toBe(false);

  const follow = new FollowFiles({ host: '127.0.0.1', port: 1, token: '', copies: {} });
  follow.remove();
  follow.write({ exceptions: 'none', names: ['a.py'], functions: [] });
  expect(existsSync(dirname(follow.reports))).toBe(false);
});
