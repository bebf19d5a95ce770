import { afterEach, expect, test } from 'vitest';
import { controlAround, spokenName } from './spoken-name.ts';

afterEach(() => document.body.replaceChildren());

function theFirst(html: string): Element {
  document.body.innerHTML = html;
  const { firstElementChild } = document.body;
  if (!firstElementChild) throw new Error('nothing there');
  return firstElementChild;
}

test.each([
  ['its text', '<a href="/photos"><svg><title>x</title></svg><span>Photos</span></a>', 'Photos'],
  ['aria-label instead of its text', '<button aria-label="Next photo">&gt;</button>', 'Next photo'],
  [
    'aria-labelledby instead of both, in its order',
    '<button aria-labelledby="b a" aria-label="no">no</button><i id="a">film</i><i id="b">Play</i>',
    'Play film',
  ],
  [
    'its text if aria-labelledby refers to no element',
    '<button aria-labelledby="gone">Close</button>',
    'Close',
  ],
  [
    'its text without hidden parts',
    '<button>Photos<span hidden>Press and hold</span><i aria-hidden="true">!</i></button>',
    'Photos',
  ],
  [
    'its text with parts for screen readers',
    '<button>Back<span class="sr-only"> 30 seconds</span></button>',
    'Back 30 seconds',
  ],
  [
    'its lines separated by commas',
    '<a href="/"><div><p>Today’s events</p><p><span>2:00 PM</span><span>Lunch</span></p></div><p>Medications:</p><p>None.</p></a>',
    'Today’s events, 2:00 PM Lunch, Medications: None.',
  ],
  [
    'the alternative text of a picture inside',
    '<a href="/"><img alt="Noah and Lily"></a>',
    'Noah and Lily',
  ],
  ['its text if the picture has no alternative text', '<a href="/"><img alt="">Lake</a>', 'Lake'],
  ['the label of a field', '<input id="f"><label for="f">Your name</label>', 'Your name'],
  ['an empty text without any content', '<button><svg></svg></button>', ''],
  ['its text with whitespace collapsed', '<button>\n   Show\n   more </button>', 'Show more'],
])('the name of a control is %s', (_, html, name) => {
  const element = theFirst(html);
  expect(spokenName(element)).toBe(name);
});

test('controlAround finds the button around an icon, and none on the background', () => {
  const button = theFirst('<button><span><i>x</i></span></button>');
  expect(controlAround(button.querySelector('i'))).toBe(button);
  expect(controlAround(document.body)).toBeUndefined();
  expect(controlAround(null)).toBeUndefined();
});
