import { createServer } from 'node:http';
import { pillPicture } from '../../tests/support/hostile-pictures.ts';

/** Titles by video id, with which the fake video services answer. */
const VIDEOS: Readonly<Record<string, string>> = {
  Qm846KdZN_c: 'Birds of the Garden',
  kFhGZzLNN4a: 'Gentle Chair Exercises',
};

const STORY =
  '<p>The roses on the south wall opened early this year, and the whole garden smelled of rain.</p>';

const ABOUT =
  '<meta property="og:site_name" content="Garden Weekly"><meta property="og:image" content="https://i.ytimg.com/roses.jpg">';

const ARTICLE = `<html lang="en"><head><title>Roses in May</title>${ABOUT}</head><body><nav>Home Sport</nav><article><h1>Roses in May</h1>${STORY.repeat(12)}</article></body></html>`;

/** Starts a local server that answers in place of all external servers. Returns its URL. */
export async function openOutside(): Promise<string> {
  const picture = await pillPicture(480, 360).jpeg().toBuffer();
  const server = createServer((request, response) => {
    const [, host = '', ...path] = (request.url ?? '').split('/');
    const send = (type: string, body: string | Buffer, headers = {}) =>
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
    const url = new URL(path.join('/'), `http://${host}/`);
    const id = new URL(url.searchParams.get('url') ?? url).searchParams.get('v') ?? '';
    const title = VIDEOS[id];
    if (host === 'www.youtube.com' && title !== undefined) {
      const thumbnail_url = `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
      send('application/json', JSON.stringify({ title, thumbnail_url }));
    } else if (host === 'api.deezer.com') {
      const picture_big = 'https://i.ytimg.com/cover.jpg';
      send('application/json', JSON.stringify({ title: 'Piano', nb_tracks: 18, picture_big }));
    } else if (host === 'i.ytimg.com') send('image/jpeg', picture);
    else if (host === 'refuses.example') send('text/html', ARTICLE, { 'X-Frame-Options': 'DENY' });
    else if (host === 'allows.example') send('text/html', ARTICLE);
    else response.writeHead(404).end();
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
