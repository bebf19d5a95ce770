// A server of bare node:http that answers the same bytes as another server. Its cost is the lower
// bound for that server.
import { createServer, get } from 'node:http';

const { url, headers: asked } = JSON.parse(process.env.SAME_AS ?? '{}');
const { headers, body } = await new Promise((resolve, reject) => {
  get(url, { headers: asked }, async (answer) => {
    const chunks = await answer.toArray();
    resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
  }).on('error', reject);
});
for (const name of ['connection', 'keep-alive', 'content-length']) delete headers[name];

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${server.address().port}\n`);
});
