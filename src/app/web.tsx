import '#platform/web/theme.css';
import { start } from './start.tsx';

// The entry is a separate file, because its code is in the chunk of the home screen.
void start();
