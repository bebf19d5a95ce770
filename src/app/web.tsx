import '#kit/web/theme.css';
import { start } from './start.tsx';

// The entry is a file of its own: what it does is with everything else, in the home's chunk.
void start();
