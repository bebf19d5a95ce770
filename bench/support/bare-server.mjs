// Bare node:http that answers the same bytes: what any server costs at the least.
import { createServer } from 'node:http';

const answer = JSON.parse(process.env.ANSWER ?? '{}');
const body = Buffer.from(answer.body ?? '');

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === answer.headers.etag) {
    response.writeHead(304, answer.headers);
    response.end();
    return;
  }
  response.writeHead(200, { ...answer.headers, 'content-length': body.length });
  response.end(body);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${server.address().port}\n`);
});
