import { expect, test } from 'vitest';
import { takenPorts } from '../../../../src/investigate/serving/taken-port.ts';

test.each([
  ['Error: listen EADDRINUSE: address already in use :::3456', [3456]],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:80', [80]],
  ["ERROR: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use", [8000]],
  ["[ERROR] Connection in use: ('0.0.0.0', 8080)", [8080]],
  ['Address already in use\nPort 5000 is in use by another program. Either identify', [5000]],
  ['⚠ Port 3000 is in use by process 71, using available port 3001 instead.', [3000]],
  ['Port 5173 is in use, trying another one...', [5173]],
  ['Listening on port 3000', []],
  ['the port 3000 is not in use', []],
])('%s', (text, ports) => {
  expect(takenPorts(text, 'server.js 9999')).toEqual(ports);
});

test('where the text names no port, those of the command line may be it', () => {
  const text = 'OSError: [Errno 98] Address already in use';
  expect(takenPorts(text, 'python -m http.server 8123')).toEqual([8123]);
  expect(takenPorts('Error: That port is already in use.', 'manage.py runserver 0.0.0.0:8001')).toEqual([8001]);
  expect(takenPorts(text, 'python3.11 app-80.py --size 99999')).toEqual([]);
  expect(takenPorts('', 'python -m http.server 8123')).toEqual([]);
});
