import { setTimeout as wait } from 'node:timers/promises';
import PQueue from './p-queue/dist/index.js';

const queue = new PQueue({ concurrency: 1 });
let open = 0;
let most = 0;
const save = async (page) => {
  most = Math.max(most, ++open);
  await wait(5);
  open--;
  return page;
};
console.log(await queue.addAll(['a', 'b', 'c'].map((page) => () => save(page))), `${most} at a time`);
