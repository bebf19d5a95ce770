// Health check of a container: exits with 0 if the server in it is ready.
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const { PORT = '3000', HTTPS_CERT } = process.env;
const scheme = HTTPS_CERT ? 'https' : 'http';
const get = HTTPS_CERT ? getHttps : getHttp;

// The certificate is not verified: it cannot be valid for the loopback address, where only the
// local server can answer.
const asked = get(
  `${scheme}://127.0.0.1:${PORT}/readyz`,
  { rejectUnauthorized: false, timeout: 4000 },
  (answer) => {
    answer.resume();
    process.exitCode = answer.statusCode === 200 ? 0 : 1;
  },
);
asked.on('timeout', () => asked.destroy(new Error('No answer within 4 seconds.')));
asked.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
});
