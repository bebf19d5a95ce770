import '#platform/web/theme.css';
import { start } from './start.tsx';

// A separate entry file, because `start.tsx` is in the chunk of the home screen.
void start();
