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
  ['aria-label before text', '<button aria-label="Next photo">&gt;</button>', 'Next photo'],
  [
    'aria-labelledby before both, in its order',
    '<button aria-labelledby="b a" aria-label="no">no</button><i id="a">film</i><i id="b">Play</i>',
    'Play film',
  ],
  [
    'a label that does not exist counts for nothing',
    '<button aria-labelledby="gone">Close</button>',
    'Close',
  ],
  [
    'what is hidden is not said',
    '<button>Photos<span hidden>Press and hold</span><i aria-hidden="true">!</i></button>',
    'Photos',
  ],
  [
    'what only screen readers have is said',
    '<button>Back<span class="sr-only"> 30 seconds</span></button>',
    'Back 30 seconds',
  ],
  [
    'lines are parted by commas',
    '<a href="/"><div><p>Today’s events</p><p><span>2:00 PM</span><span>Lunch</span></p></div><p>Medications:</p><p>None.</p></a>',
    'Today’s events, 2:00 PM Lunch, Medications: None.',
  ],
  ['a picture inside is said', '<a href="/"><img alt="Noah and Lily"></a>', 'Noah and Lily'],
  ['a picture without words is not', '<a href="/"><img alt="">Lake</a>', 'Lake'],
  ['a field by its label', '<input id="f"><label for="f">Your name</label>', 'Your name'],
  ['nothing at all', '<button><svg></svg></button>', ''],
  ['spaces and lines of the source', '<button>\n   Show\n   more </button>', 'Show more'],
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
