// Worker thread that sends concurrent requests to a server and, at the same time, polls it as a
// tablet does. It also answers in place of all external sites, with a page that forbids framing.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const POLL_EVERY_MS = 10;

async function answersTo({ url, calls, poll }) {
  let isDone = false;
  const polls = [];
  const polling = async () => {
    while (!isDone) {
      const began = performance.now();
      await (await fetch(url + poll.path, { headers: poll.headers })).arrayBuffer();
      polls.push(performance.now() - began);
      await sleep(POLL_EVERY_MS);
    }
  };
  const tablet = polling();
  const answers = await Promise.all(
    calls.map(async ({ path, ...call }) => {
      const answer = await fetch(url + path, call);
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    }),
  );
  isDone = true;
  await tablet;
  return {
    statuses: answers.map(({ status }) => status),
    bytes: answers.map(({ bytes }) => bytes),
    polls,
  };
}

const site = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html', 'X-Frame-Options': 'DENY' });
  response.end(workerData.page);
});
site.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: site.address().port }));
parentPort.on('message', async (asked) => parentPort.postMessage(await answersTo(asked)));
